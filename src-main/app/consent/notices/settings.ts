/** Notices about the settings of the app itself. */
import { ALERT_KINDS, chainMethods } from '#shared/chains/index.ts'
import { parseJson, stringifyJson } from '#shared/json.ts'
import { languageNames } from '#shared/languages.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'

async function settingsNow({ chainManager }: ConsentContext) {
  return chainMethods.getappsettings.result.decode(parseJson(await chainManager.call('getappsettings', '[]')))
}
type SettingsSnapshot = Awaited<ReturnType<typeof settingsNow>>

const FLAGS = [
  ['login', 'notice.loginOn', 'notice.loginOff'],
  ['tray', 'notice.trayOn', 'notice.trayOff'],
  ['keeprunning', 'notice.keepRunningOn', 'notice.keepRunningOff'],
] as const

/** Describes the changes in the previous language, which the user can read even if the page changed the language. */
function describeChanges(before: SettingsSnapshot, after: SettingsSnapshot, { t }: ConsentContext): readonly string[] {
  const flags: string[] = FLAGS.flatMap(([name, on, off]) =>
    before[name] === after[name] ? [] : [t(after[name] ? on : off)],
  )
  const { check } = after.updates
  if (before.updates.check !== check) {
    flags.push(t(check ? 'notice.updatesOn' : 'notice.updatesOff'))
  }
  if (before.language !== after.language) {
    flags.push(t('notice.language', { language: languageNames[after.language] }))
  }
  const kinds = ALERT_KINDS.filter((kind) => before.notify[kind] !== after.notify[kind])
  return kinds.length === 0 ? flags : [...flags, t('notice.notify')]
}

export const setappsettings: NotifiedActionHandler = async (_call, context) => {
  const before = await settingsNow(context)
  return {
    notice(result) {
      const changes = describeChanges(before, chainMethods.setappsettings.result.decode(parseJson(result)), context)
      if (changes.length === 0) return undefined
      const { login, tray, keeprunning, notify, updates, language } = before
      const both = { notify, language, ...(!updates.fixed && { updatecheck: updates.check }) }
      const all = before.desktop ? { login, tray, keeprunning, ...both } : both
      return {
        text: changes.join(' '),
        async undo() {
          await context.chainManager.call('setappsettings', stringifyJson([all]))
        },
      }
    },
  }
}
