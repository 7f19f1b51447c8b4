"""The site: `sphinx-build -W --keep-going docs build/site`."""

from __future__ import annotations

import sys
from pathlib import Path

import route_opt

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "route-opt"
author = "the route-opt authors"
copyright = "the route-opt authors, MIT licence"
version = release = route_opt.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "generated",
]
exclude_patterns = ["_ext", "pictures"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of other projects are not on this site
suppress_warnings = ["myst.header"]  # a README may begin below where it is included

# A notebook is run with every build: what it shows is what it says today.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_use_type_comments = False
napoleon_google_docstring = False
napoleon_use_ivar = True
default_role = "code"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"route-opt {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_favicon = "../src/route_opt/serve/page/icon.svg"
html_theme_options = {"navigation_with_keys": True}
