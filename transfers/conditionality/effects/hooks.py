"""Hold why a check cuts nothing for the time being, as upper features know it."""

from config.hooks import Hook

# Each is a condition in SQL on `latest.verification_id`, the check: while it holds, the check only warns.
cut_holds = Hook[str]("conditions that hold a cut")
