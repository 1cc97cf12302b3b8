"""Define the Content-Security-Policy of pages: everything from this origin, no inline script, no inline style."""

# Not django-csp, which Django's own SECURE_CSP replaces with the next LTS (docs/decisions/0074-small-libraries.md).
CONTENT_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "worker-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def build_content_policy(**changed: str) -> str:
    """Return the Content-Security-Policy; `img_src="'self' data:"` replaces one of its directives."""
    rules = CONTENT_POLICY | {name.replace("_", "-"): value for name, value in changed.items()}
    return "; ".join(f"{name} {value}" for name, value in rules.items())
