import { type BrowserWindow, dialog } from 'electron'
import type { Question, Surface } from '../host/consent/index.ts'

const textOf = ({ chain, consequence, facts, lists, warnings }: Question): string =>
  [
    ...(chain === null ? [] : [`Chain: ${chain}`]),
    consequence,
    ...warnings,
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...lists.flatMap(({ heading, rows }) => [
      heading,
      ...rows.map(
        ({ who, what, owner, note }) => `${what} to ${who} (${owner})${note === undefined ? '' : `, ${note}`}`,
      ),
    ]),
  ].join('\n')

/** The system's own message boxes. They have no fields, so questions that need one are answered with no. */
export function messageBoxes(window: BrowserWindow): Surface {
  return {
    async ask(question, signal) {
      const { secrets = [], typeToAgree, file } = question
      if (secrets.length > 0 || typeToAgree !== undefined || file !== undefined) return { agreed: false }
      const { response } = await dialog.showMessageBox(window, {
        ...{ type: 'warning', message: question.title, detail: textOf(question), signal },
        ...{ buttons: ['Do nothing', question.agree], defaultId: 0, cancelId: 0, noLink: true },
      })
      return response === 1 ? { agreed: true, secrets: {} } : { agreed: false }
    },
    disclose: async () => false,
    notify: () => undefined,
  }
}
