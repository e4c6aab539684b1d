/** Notices about the settings of the app itself. */
import { ALERT_KINDS, chainMethods } from '#shared/chains/index.ts'
import { parseJson, stringifyJson } from '#shared/json.ts'
import { type Ground, passOn, type Teller } from '../plan.ts'

async function settingsNow({ chainManager }: Ground) {
  return chainMethods.getappsettings.result.decode(parseJson(await chainManager.call('getappsettings', '[]')))
}
type Kept = Awaited<ReturnType<typeof settingsNow>>

const FLAGS = [
  ['login', 'The app starts when you log in.', 'The app does not start when you log in any more.'],
  ['tray', 'The app has an icon in the tray.', 'The app has no icon in the tray any more.'],
  ['keeprunning', 'The app goes on in the tray when its window is closed.', 'The app ends when its window is closed.'],
] as const

function changesOf(before: Kept, after: Kept): readonly string[] {
  const flags: string[] = FLAGS.flatMap(([name, on, off]) =>
    before[name] === after[name] ? [] : [after[name] ? on : off],
  )
  const { check } = after.updates
  if (before.updates.check !== check) {
    flags.push(
      check ? 'The app looks once a day for a new version.' : 'The app does not look for new versions any more.',
    )
  }
  const kinds = ALERT_KINDS.filter((kind) => before.notify[kind] !== after.notify[kind])
  return kinds.length === 0 ? flags : [...flags, 'What the app notifies you of was changed.']
}

export const setappsettings: Teller = async (call, ground) => {
  const before = await settingsNow(ground)
  return {
    act: () => passOn(call, ground),
    notice(result) {
      const changes = changesOf(before, chainMethods.setappsettings.result.decode(parseJson(result)))
      if (changes.length === 0) return undefined
      const { login, tray, keeprunning, notify, updates } = before
      const both = { notify, ...(!updates.fixed && { updatecheck: updates.check }) }
      const all = before.desktop ? { login, tray, keeprunning, ...both } : both
      return {
        text: changes.join(' '),
        async undo() {
          await ground.chainManager.call('setappsettings', stringifyJson([all]))
        },
      }
    },
  }
}
