"""Define the limits of requests, uploads and file readers; an environment variable changes each."""

from config.environment import env

MEBIBYTE = 1024 * 1024
JSON_MAX_BYTES = env.int("TABANCA_JSON_MAX_BYTES", 5 * MEBIBYTE)
UPLOAD_MAX_BYTES = env.int("TABANCA_UPLOAD_MAX_BYTES", 50 * MEBIBYTE)
UPLOAD_MAX_ROWS = env.int("TABANCA_UPLOAD_MAX_ROWS", 1_000_000)
# The lines of a statement of an operator, and the bytes of its file: half a million lines have up to 536 bytes each.
STATEMENT_MAX_BYTES = env.int("TABANCA_STATEMENT_MAX_BYTES", 256 * MEBIBYTE)
STATEMENT_MAX_LINES = env.int("TABANCA_STATEMENT_MAX_LINES", 1_000_000)
UPLOAD_MAX_COLUMNS = env.int("TABANCA_UPLOAD_MAX_COLUMNS", 200)
# Columns that an import file of households may have: those that fill no field are listed and ignored.
UPLOAD_MAX_TITLES = env.int("TABANCA_UPLOAD_MAX_TITLES", 2_000)
# Stored files that have no holder yet: how long they are kept, and how many and how large they may be per user.
FILE_KEEP_HOURS = env.int("TABANCA_FILE_KEEP_HOURS", 24)
FILE_QUOTA_COUNT = env.int("TABANCA_FILE_QUOTA_COUNT", 500)
FILE_QUOTA_BYTES = env.int("TABANCA_FILE_QUOTA_BYTES", 200 * MEBIBYTE)
SHEET_MAX_INFLATED_BYTES = env.int("TABANCA_SHEET_MAX_INFLATED_BYTES", 1024 * MEBIBYTE)
BULK_MAX_IDS = env.int("TABANCA_BULK_MAX_IDS", 10_000)
MAP_LIST_MAX_ITEMS = env.int("TABANCA_MAP_LIST_MAX_ITEMS", 50_000)
# A tile of zoom 14 with more households than this shows groups: a megabyte of dots is of no use to anybody.
MAP_TILE_MAX_POINTS = env.int("TABANCA_MAP_TILE_MAX_POINTS", 3_000)
# A list with a search term responds within this time, or refuses the search as too wide.
SEARCH_SECONDS = env.int("TABANCA_SEARCH_SECONDS", 3)
PROXIMITY_MAX_METRES = env.int("TABANCA_PROXIMITY_MAX_METRES", 100_000)
GEOMETRY_MAX_VERTICES = env.int("TABANCA_GEOMETRY_MAX_VERTICES", 100_000)
SYNCHRONOUS_MAX_ROWS = env.int("TABANCA_SYNCHRONOUS_MAX_ROWS", 5_000)
# The child process that reads an uploaded geographic file: its memory and its processor seconds.
IMPORT_CHILD_MAX_BYTES = env.int("TABANCA_IMPORT_CHILD_MAX_BYTES", 2048 * MEBIBYTE)
IMPORT_CHILD_SECONDS = env.int("TABANCA_IMPORT_CHILD_SECONDS", 120)
# Its wall clock seconds; more where rows are streamed.
IMPORT_CHILD_WALL_SECONDS = env.int("TABANCA_IMPORT_CHILD_WALL_SECONDS", 150)
IMPORT_STREAM_SECONDS = env.int("TABANCA_IMPORT_STREAM_SECONDS", 3_600)
# How many child processes run at once on this machine. A request waits this many seconds for a free one, a job as long
# as it takes.
IMPORT_CHILDREN = env.int("TABANCA_IMPORT_CHILDREN", 2)
IMPORT_CHILD_WAIT_SECONDS = env.int("TABANCA_IMPORT_CHILD_WAIT_SECONDS", 20)
# The lanes (database connections) over which a long import file of households is imported; 1 leaves processors to
# others.
IMPORT_LANES = env.int("TABANCA_IMPORT_LANES", 2)
# An import that changes the head or the region of more known households than this must be confirmed.
IMPORT_CHANGED_PERCENT = env.int("TABANCA_IMPORT_CHANGED_PERCENT", 10)
IMPORT_CHANGED_LEAST = env.int("TABANCA_IMPORT_CHANGED_LEAST", 5)
IMPORT_MAX_VERTICES = env.int("TABANCA_IMPORT_MAX_VERTICES", 1_000_000)
