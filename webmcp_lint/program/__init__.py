"""What JavaScript means without running it: values, followed on demand through bindings, calls and files."""
