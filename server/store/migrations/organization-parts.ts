/**
 * The organization's icon, the system bots of a stock server, and alert words in the order of their addition. The files
 * of domains, playgrounds and default settings create their tables in the same version.
 */
export const organizationParts = `
  ALTER TABLE organization ADD COLUMN icon_path TEXT;
  ALTER TABLE organization ADD COLUMN icon_version INTEGER NOT NULL DEFAULT 1;

  ALTER TABLE alert_word ADD COLUMN position INTEGER NOT NULL DEFAULT 0;

  -- Nobody signs in as these: their keys are thrown away.
  INSERT INTO user (id, email, delivery_email, full_name, role, is_bot, bot_type, date_joined, api_key, is_system)
  SELECT column1, column2, column2, column3, 400, 1, 1, 0, lower(hex(randomblob(24))), 1 FROM (VALUES
    (2, 'welcome-bot@skein.invalid', 'Welcome Bot'),
    (3, 'emailgateway@skein.invalid', 'Email Gateway'))
  WHERE column1 NOT IN (SELECT id FROM user);
`
