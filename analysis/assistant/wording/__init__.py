"""Write plans, answers, refusals and suggestions in the language of the answer (a library)."""
