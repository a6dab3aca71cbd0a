/**
 * What belongs to the organization beside its settings: its icon, its domains, its playgrounds, the defaults of new
 * people, and the bots that a stock server has of its own. Words to be alerted to keep the order they were given in.
 */
export const organizationParts = `
  ALTER TABLE organization ADD COLUMN icon_path TEXT;
  ALTER TABLE organization ADD COLUMN icon_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE organization ADD COLUMN user_defaults TEXT NOT NULL DEFAULT '{}';

  CREATE TABLE domain (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    domain TEXT NOT NULL UNIQUE COLLATE NOCASE,
    allow_subdomains INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE playground (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    pygments_language TEXT NOT NULL,
    url_template TEXT NOT NULL,
    UNIQUE (pygments_language, name)
  ) STRICT;

  ALTER TABLE alert_word ADD COLUMN position INTEGER NOT NULL DEFAULT 0;

  -- Nobody signs in as these: their keys are thrown away.
  INSERT INTO user (id, email, delivery_email, full_name, role, is_bot, bot_type, date_joined, api_key, is_system)
  SELECT column1, column2, column2, column3, 400, 1, 1, 0, lower(hex(randomblob(24))), 1 FROM (VALUES
    (2, 'welcome-bot@skein.invalid', 'Welcome Bot'),
    (3, 'emailgateway@skein.invalid', 'Email Gateway'))
  WHERE column1 NOT IN (SELECT id FROM user);
`
