CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE players (
	"key" VARCHAR(80) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	added_at VARCHAR(32) NOT NULL, 
	PRIMARY KEY ("key")
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
	"key" VARCHAR(64), 
	started_at VARCHAR(32) NOT NULL, 
	ruleset_sha256 VARCHAR(64) NOT NULL, 
	body TEXT NOT NULL, number INTEGER, card_sha256 VARCHAR(64) REFERENCES sources (sha256), 
	PRIMARY KEY (id), 
	UNIQUE ("key"), 
	FOREIGN KEY(ruleset_sha256) REFERENCES sources (sha256)
);
CREATE TABLE entries (
	game_id VARCHAR(16) NOT NULL, 
	seq INTEGER NOT NULL, 
	"key" VARCHAR(64), 
	request_sha256 VARCHAR(64) NOT NULL, 
	entered_at VARCHAR(32) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	ruleset_sha256 VARCHAR(64) NOT NULL, 
	card_sha256 VARCHAR(64), 
	body TEXT NOT NULL, 
	body_sha256 VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game_id, seq), 
	CONSTRAINT one_entry_a_key UNIQUE (game_id, "key"), 
	FOREIGN KEY(game_id) REFERENCES games (id), 
	FOREIGN KEY(ruleset_sha256) REFERENCES sources (sha256), 
	FOREIGN KEY(card_sha256) REFERENCES sources (sha256)
);
CREATE TRIGGER sources_no_update BEFORE UPDATE ON sources BEGIN SELECT RAISE(ABORT, 'the book is added to and never changed'); END;
CREATE TRIGGER sources_no_delete BEFORE DELETE ON sources BEGIN SELECT RAISE(ABORT, 'the book is added to and never changed'); END;
CREATE TRIGGER games_no_update BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'the book is added to and never changed'); END;
CREATE TRIGGER games_no_delete BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'the book is added to and never changed'); END;
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'the book is added to and never changed'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'the book is added to and never changed'); END;
CREATE UNIQUE INDEX one_game_a_number ON games (number);
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
