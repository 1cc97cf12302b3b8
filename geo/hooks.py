"""What geo hands out at start-up."""

from accounts.jobs import services as jobs
from geo.facilities.layers import LAYERS as PLACES
from geo.imports.uploads import JOB, run_job
from geo.layers.areas import LAYERS as AREAS
from geo.layers.catalogue import register

for _layer in (*AREAS, *PLACES):
    register(_layer)

jobs.register(JOB, run_job)
