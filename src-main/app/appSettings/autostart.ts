/** Starting the app when the person logs in, on Linux desktops: an entry in the autostart folder of the XDG specification. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeDurablySync } from '../../files/index.ts'

/** Whether the app starts at login, as the system has it. */
export interface LoginItem {
  on(): boolean
  /** @throws Error of the system */
  set(on: boolean): void
}

const FILE_NAME = 'chainwright.desktop'
const MAX_CHARACTERS = 65_536

/** @param home of the person, absolute */
export function autostartFile(home: string, environment: Readonly<Record<string, string | undefined>>): string {
  const config = environment['XDG_CONFIG_HOME']
  return join(config?.startsWith('/') ? config : join(home, '.config'), 'autostart', FILE_NAME)
}

/**
 * One argument of an `Exec` line: quoted, with the characters escaped that the quotes leave special, once for the quoting
 * and once for the value as a string of the file. A `%` would begin a field code.
 */
export function execArgument(word: string): string {
  const quoted = word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${quoted.replaceAll('\\', '\\\\')}"`
}

/** @param command program and arguments. @throws Error if a word cannot stand in such a file */
export function desktopEntry(command: readonly string[]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be escaped in an Exec line
  if (command.some((word) => /[\u0000-\u001f\u007f]/.test(word))) {
    throw new Error('The path of this program has control characters')
  }
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Chainwright',
    'Comment=Runs your Smart Chains',
    `Exec=${command.map(execArgument).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** The start at login by a file of our own. Desktops switch an entry off by `Hidden` or `X-GNOME-Autostart-enabled`. */
export function createAutostart(file: string, command: readonly string[]): LoginItem {
  return {
    on() {
      try {
        const text = readFileSync(file, 'utf8').slice(0, MAX_CHARACTERS)
        return !/^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(text)
      } catch {
        return false
      }
    },
    set(on) {
      if (!on) return rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true })
      writeDurablySync(file, desktopEntry(command))
    },
  }
}
