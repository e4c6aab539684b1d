import { FUNCTIONS } from './readableFunctions.ts'
import { createViewSql, READABLE_VIEWS } from './readableViews.ts'
import { commentStatements, functionComment, isView, TABLE_COMMENTS } from './tableComments.ts'

/** Returns the statements that add the readable views, their functions, and the comments on everything. */
export function readableMigration(schema: string): string {
  const statements = [
    `COMMENT ON SCHEMA ${schema} IS 'A Smart Chain, published by chainwrightd. The readable views show what RPC shows.'`,
    ...FUNCTIONS.flatMap(({ signature, about, sql }) => [sql, functionComment(signature, about)]),
    ...READABLE_VIEWS.flatMap((view) => {
      const columns = Object.fromEntries(Object.entries(view.columns).map(([column, [, about]]) => [column, about]))
      return [createViewSql(view), ...commentStatements('VIEW', view.name, { about: view.about, columns })]
    }),
    ...Object.entries(TABLE_COMMENTS).flatMap(([name, comment]) =>
      commentStatements(isView(comment) ? 'VIEW' : 'TABLE', name, comment),
    ),
  ]
  return statements.map((statement) => `${statement};\n`).join('')
}
