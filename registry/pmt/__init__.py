"""From score to poverty category and eligibility."""
