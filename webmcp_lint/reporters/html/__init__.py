"""The report as one page: what an agent finds, and what is wrong with it, for a browser without a network."""
