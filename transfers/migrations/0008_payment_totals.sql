-- name: forwards
-- Fees are set on all payments of a cycle by one UPDATE. With room for a second version on its page, a row keeps its
-- entries in nine indexes: half a million take 5 s instead of 11. A table whose rows all change grows as large anyway.
ALTER TABLE transfers_paiement SET (fillfactor = 50);

-- Add the differences of one statement to the sums. Rows are taken in one order, so that two statements do not deadlock.
CREATE FUNCTION transfers_add_payment_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := concat_ws(' UNION ALL ',
    CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT 1 AS sign, * FROM inserted' END,
    CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT -1 AS sign, * FROM deleted' END);
BEGIN
  EXECUTE format(
    'INSERT INTO transfers_paiement_total AS t (cycle_id, region_id, operateur_id, statut, nombre, montant, frais, recu)
     SELECT cycle_id, region_id, operateur_id, statut, sum(sign), sum(sign * montant),
       sum(sign * (coalesce(taxe_administrative, 0) + coalesce(frais_retrait, 0))),
       sum(CASE WHEN statut = ''reussi'' THEN sign * coalesce(montant_recu, montant) ELSE 0 END)
     FROM (%s) AS changes GROUP BY cycle_id, region_id, operateur_id, statut
     HAVING sum(sign) <> 0 OR sum(sign * montant) <> 0
       OR sum(sign * (coalesce(taxe_administrative, 0) + coalesce(frais_retrait, 0))) <> 0
       OR sum(CASE WHEN statut = ''reussi'' THEN sign * coalesce(montant_recu, montant) ELSE 0 END) <> 0
     ORDER BY cycle_id, region_id, operateur_id, statut
     ON CONFLICT ON CONSTRAINT paiement_total_once DO UPDATE SET
       nombre = t.nombre + excluded.nombre, montant = t.montant + excluded.montant,
       frais = t.frais + excluded.frais, recu = t.recu + excluded.recu', changes);
  RETURN NULL;
END $$;
CREATE TRIGGER paiement_total_insert AFTER INSERT ON transfers_paiement REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_add_payment_totals();
CREATE TRIGGER paiement_total_update AFTER UPDATE ON transfers_paiement
  REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_add_payment_totals();
CREATE TRIGGER paiement_total_delete AFTER DELETE ON transfers_paiement REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_add_payment_totals();

-- Return the hash of a payment in that of its list. A row as text is unambiguous: quoted, and null differs from empty.
-- What was erased keeps the hash that it had.
CREATE FUNCTION transfers_payment_hash(p transfers_paiement) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(p.empreinte, sha256(convert_to(ROW(
    p.id, p.reference, p.beneficiaire_id, p.principal_id, p.nom_complet, p.mode_paiement, p.compte_mobile,
    p.compte_bancaire, p.montant, p.taxe_administrative, p.frais_retrait)::text, 'UTF8')))
$$;

-- From submission on, who receives what is frozen: a list changes only in a draft or after a rejection. Checked for the
-- cycles of the changed rows, once per statement; the outcome of a payment may change at any time.
CREATE FUNCTION transfers_guard_payment_list() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT cycle_id FROM inserted'
    WHEN 'DELETE' THEN 'SELECT cycle_id FROM deleted'
    ELSE 'SELECT n.cycle_id FROM inserted AS n JOIN deleted AS o USING (id)
          WHERE (o.cycle_id, o.reference, o.beneficiaire_id, o.principal_id, o.montant, o.taxe_administrative,
               o.frais_retrait, o.tranche_id)
             IS DISTINCT FROM (n.cycle_id, n.reference, n.beneficiaire_id, n.principal_id, n.montant,
               n.taxe_administrative, n.frais_retrait, n.tranche_id)
             OR (o.statut = ''annule'') <> (n.statut = ''annule'')' END;
  frozen boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM transfers_cycle WHERE id IN (%s)
    AND statut_validation NOT IN (''brouillon'', ''rejete''))', touched) INTO frozen;
  IF frozen THEN
    RAISE EXCEPTION 'the list of a submitted cycle is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER paiement_list_insert AFTER INSERT ON transfers_paiement REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_guard_payment_list();
CREATE TRIGGER paiement_list_update AFTER UPDATE ON transfers_paiement
  REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_guard_payment_list();
CREATE TRIGGER paiement_list_delete AFTER DELETE ON transfers_paiement REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_guard_payment_list();

-- Four eyes, also between who calculated the list and who validates it: the cycle alone knows the former. The unique
-- constraints of the table hold the rest.
CREATE FUNCTION transfers_guard_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM transfers_cycle
    WHERE id = NEW.cycle_id AND (calcule_par_id = NEW.user_id OR soumis_par_id = NEW.user_id)) THEN
    RAISE EXCEPTION 'who calculated or submitted a cycle does not validate it' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER approbation_guard BEFORE INSERT ON transfers_approbation FOR EACH ROW WHEN (NEW.action = 'validation')
  EXECUTE FUNCTION transfers_guard_approval();

-- Who submitted and validated is never rewritten.
CREATE TRIGGER approbation_append_only BEFORE UPDATE OR DELETE ON transfers_approbation
  FOR EACH ROW EXECUTE FUNCTION transfers_refuse_change();
CREATE TRIGGER approbation_keep BEFORE TRUNCATE ON transfers_approbation
  FOR EACH STATEMENT EXECUTE FUNCTION transfers_refuse_change();
ALTER TABLE transfers_approbation ENABLE ALWAYS TRIGGER approbation_append_only;
ALTER TABLE transfers_approbation ENABLE ALWAYS TRIGGER approbation_keep;

-- name: backwards
ALTER TABLE transfers_paiement RESET (fillfactor);
DROP TRIGGER approbation_keep ON transfers_approbation;
DROP TRIGGER approbation_append_only ON transfers_approbation;
DROP TRIGGER approbation_guard ON transfers_approbation;
DROP FUNCTION transfers_guard_approval, transfers_guard_payment_list, transfers_add_payment_totals CASCADE;
DROP FUNCTION transfers_payment_hash;
