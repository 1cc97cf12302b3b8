-- The three tables of every import, temporary ones of its transaction. import_raw: the rows as read (ligne, faute of the
-- row as a whole, and the columns of the feature). import_row: the same rows typed, made by the feature, with ligne and
-- refuse. import_issue: what is wrong; `colonne` is null for the row as a whole, `details` fill the message.

-- name: drop_tables
DROP TABLE IF EXISTS pg_temp.import_raw, pg_temp.import_row, pg_temp.import_issue{others};

-- name: create_tables
CREATE TEMP TABLE import_raw (ligne integer, faute text, {columns}) ON COMMIT DROP;
CREATE TEMP TABLE import_issue (
  ligne integer, grave boolean NOT NULL, colonne text, code text NOT NULL, details jsonb NOT NULL DEFAULT '{{}}'
) ON COMMIT DROP;

-- name: copy_rows
COPY import_raw (ligne, faute, {columns}) FROM STDIN WITH (NULL '');

-- name: refuse_rows
-- Refuse the rows with an error: they are not written.
UPDATE import_row AS r SET refuse = true
WHERE NOT r.refuse AND EXISTS (SELECT FROM import_issue AS i WHERE i.ligne = r.ligne AND i.grave);

-- name: read_lines
SELECT ligne, faute, {columns} FROM import_raw ORDER BY ligne
