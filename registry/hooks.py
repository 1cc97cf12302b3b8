"""What registry hands out at start-up."""

from accounts.backup.invariants import register_check
from accounts.jobs.services import register
from geo.layers import catalogue
from registry.control import services as control
from registry.households import invariants
from registry.households.layer import HOUSEHOLDS
from registry.imports import collecting
from registry.imports.services import JOB, run_job
from registry.scoring import services as scoring

catalogue.register(HOUSEHOLDS)
register(JOB, run_job)
register(scoring.JOB, scoring.run_job)
register(control.JOB, control.run_job)
register(collecting.JOB, collecting.run_job, outside=collecting.fetch_job)
register_check("tallies", invariants.tallies)
register_check("references of households", invariants.references)
register_check("places of households", invariants.places)
