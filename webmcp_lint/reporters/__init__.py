"""What a run found, in the formats that people and machines read; no reporter knows a rule."""
