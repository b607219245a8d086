CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE players (
	key VARCHAR(80) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	added_at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (key)
);
CREATE TABLE sources (
	sha256 VARCHAR(64) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (sha256)
);
CREATE TABLE games (
	id VARCHAR(16) NOT NULL, 
	key VARCHAR(64), 
	started_at VARCHAR(32) NOT NULL, 
	ruleset_sha256 VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (key), 
	FOREIGN KEY(ruleset_sha256) REFERENCES sources (sha256)
);
CREATE TABLE entries (
	game_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	key VARCHAR(64), 
	request_sha256 VARCHAR(64) NOT NULL, 
	entered_at VARCHAR(32) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	ruleset_sha256 VARCHAR(64) NOT NULL, 
	card_sha256 VARCHAR(64), 
	body TEXT NOT NULL, 
	body_sha256 VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game_id, seq), 
	CONSTRAINT one_entry_a_key UNIQUE (game_id, key), 
	FOREIGN KEY(game_id) REFERENCES games (id), 
	FOREIGN KEY(ruleset_sha256) REFERENCES sources (sha256), 
	FOREIGN KEY(card_sha256) REFERENCES sources (sha256)
);
CREATE FUNCTION rackcheck_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the book is added to and never changed'; END $$;
CREATE TRIGGER sources_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sources FOR EACH STATEMENT EXECUTE FUNCTION rackcheck_append_only();
CREATE TRIGGER games_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON games FOR EACH STATEMENT EXECUTE FUNCTION rackcheck_append_only();
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION rackcheck_append_only();
ALTER TABLE games ADD COLUMN number INTEGER;
CREATE UNIQUE INDEX one_game_a_number ON games (number);
ALTER TABLE games ADD COLUMN card_sha256 VARCHAR(64);
ALTER TABLE games ADD CONSTRAINT games_card_sha256_fkey FOREIGN KEY(card_sha256) REFERENCES sources (sha256);
CREATE TABLE evidence (
	game_id VARCHAR(16) NOT NULL, 
	entry INTEGER NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	kept_at VARCHAR(32) NOT NULL, 
	removed_at VARCHAR(32), 
	PRIMARY KEY (game_id, entry), 
	CONSTRAINT evidence_of_an_entry FOREIGN KEY(game_id, entry) REFERENCES entries (game_id, seq)
);
ALTER TABLE games ALTER COLUMN key TYPE VARCHAR(80);
ALTER TABLE entries ALTER COLUMN key TYPE VARCHAR(80);
ALTER TABLE sources ALTER COLUMN id TYPE TEXT;
