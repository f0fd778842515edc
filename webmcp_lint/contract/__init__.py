"""The contract of a site: the tools it offers, written down in a lock file, and what a change does to those who use them."""
