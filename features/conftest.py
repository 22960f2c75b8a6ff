"""The steps that every feature shares, and the notebook they act on."""

from features.steps.authorship import *
from features.steps.correcting import *
from features.steps.finding import *
from features.steps.graph import *
from features.steps.looking_back import *
from features.steps.notebook import *
from features.steps.policies import *
from features.steps.remembering import *
from features.steps.sittings import *
from features.steps.swapping import *
from features.steps.transferring import *
from features.steps.two_clients import *
