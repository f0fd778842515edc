"""`python -m webmcp_lint` is `webmcp-lint`."""

import sys

from webmcp_lint.cli import main

sys.exit(main())
