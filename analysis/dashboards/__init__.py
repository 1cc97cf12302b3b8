"""Answer how the country stands: figures, activity, payments over time, regions and complaints."""
