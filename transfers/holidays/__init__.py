"""Keep the calendar of the country: on which days nobody works beside weekends, and how working days are counted."""
