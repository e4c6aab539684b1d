/** Starts the app at login on Linux desktops through an entry in the autostart folder of the XDG specification. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeDurablySync } from '../../files/index.ts'

/** Access to the system's setting that starts the app at login. */
export interface LoginItem {
  on(): boolean
  /** @throws Error from the operating system */
  set(on: boolean): void
}

const FILE_NAME = 'chainwright.desktop'
const MAX_CHARACTERS = 65_536

/**
 * Returns the path of the autostart entry.
 * @param home absolute path of the user's home directory
 */
export function autostartFile(home: string, environment: Readonly<Record<string, string | undefined>>): string {
  const config = environment['XDG_CONFIG_HOME']
  return join(config?.startsWith('/') ? config : join(home, '.config'), 'autostart', FILE_NAME)
}

/**
 * Formats one argument of an `Exec` line. Characters that stay special inside quotes are escaped twice: once for the
 * quoting and once for the string value in the file. `%` is doubled, because it starts a field code.
 */
export function execArgument(word: string): string {
  const quoted = word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${quoted.replaceAll('\\', '\\\\')}"`
}

/**
 * Returns the text of the desktop entry.
 * @param command program and arguments
 * @throws Error if a word has control characters, which cannot be escaped
 */
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

/**
 * Controls the start at login through this program's own entry file. Desktops disable an entry with `Hidden` or
 * `X-GNOME-Autostart-enabled`.
 */
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
