import type { ServerDatabase } from '../database.ts'

export interface NavigationViewRow {
  user_id: number
  /** The part of the web app's address that names the view, such as `narrow/is/alerted`. */
  fragment: string
  is_pinned: number
  /** null for a view that every client has, such as `inbox`. */
  name: string | null
}

/** The views in the navigation of users. Only servers from level 390 on write to the table. */
export function navigationViewTable(database: ServerDatabase) {
  const columns = 'user_id, fragment, is_pinned, name' as const
  const ofUser = database.prepare<[number], NavigationViewRow>(
    `SELECT ${columns} FROM navigation_view WHERE user_id = ? ORDER BY id`,
  )
  const get = database.prepare<[number, string], NavigationViewRow>(
    `SELECT ${columns} FROM navigation_view WHERE user_id = ? AND fragment = ?`,
  )
  const add = database.prepare<NavigationViewRow>(
    `INSERT INTO navigation_view (user_id, fragment, is_pinned, name)
     VALUES (@user_id, @fragment, @is_pinned, @name)`,
  )
  const change = database.prepare<NavigationViewRow>(
    `UPDATE navigation_view SET is_pinned = @is_pinned, name = @name
     WHERE user_id = @user_id AND fragment = @fragment`,
  )
  const remove = database.prepare('DELETE FROM navigation_view WHERE user_id = ? AND fragment = ?')
  return {
    /** Returns the user's views in the order of their addition. */
    ofUser: (userId: number) => ofUser.all(userId),
    get: (userId: number, fragment: string) => get.get(userId, fragment),
    add: (row: NavigationViewRow) => add.run(row),
    change: (row: NavigationViewRow) => change.run(row),
    remove: (userId: number, fragment: string) => remove.run(userId, fragment),
  }
}
