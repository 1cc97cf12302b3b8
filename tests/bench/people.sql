-- name: fill
-- 50,000 users who cannot sign in, one region each, every twentieth two.
WITH made AS (
  INSERT INTO accounts_user (id, email, nom, prenom, telephone, role_id, password, is_active, created_at, updated_at)
  SELECT gen_random_uuid(), 'banc' || n || '@tabanca.example',
         (ARRAY['Mané', 'Baldé', 'Sané', 'Cá', 'Djaló', 'Camará', 'Lopes', 'Gomes'])[1 + n %% 8] || ' ' || n %% 977,
         (ARRAY['Ana', 'Rui', 'Fatu', 'Binta', 'Aliu'])[1 + n %% 5], '+24595' || lpad(n::text, 7, '0'),
         (SELECT id FROM accounts_role
          WHERE code = (ARRAY['ROLE_AGENT', 'ROLE_ENQUETEUR', 'ROLE_USER'])[1 + n %% 3]), '!', true, now(), now()
  FROM generate_series(1, %(count)s) AS n
  RETURNING id, substring(email FROM 'banc(\d+)')::integer AS n
), places AS (
  SELECT id, row_number() OVER (ORDER BY code) - 1 AS at, count(*) OVER () AS many FROM geo_region
)
INSERT INTO geo_region_user (region_id, user_id)
SELECT places.id, made.id FROM made JOIN places
  ON places.at = made.n %% places.many OR (made.n %% 20 = 0 AND places.at = (made.n + 1) %% places.many);
