/** Node options that the user changed in the app, as command-line arguments, as values, and on disk. */
import {
  isSettingName,
  MAX_SETTING_LENGTH,
  MAX_SETTING_VALUES,
  SETTINGS,
  type SettingName,
} from '#shared/chains/index.ts'

/** Values by name; a missing name has its default value. */
export type OptionSettings = ReadonlyMap<SettingName, readonly string[]>

/** Fields of a list entry that store options. */
interface OptionHolder {
  readonly settings: readonly string[]
  readonly p2pPort: number | null
  readonly rpcPort: number | null
  readonly peers: readonly string[]
}

/** Options stored in separate fields, because other parts of the program need them. */
const APART: ReadonlySet<SettingName> = new Set(['port', 'rpcport', 'addnode'])

/** Only visible characters: the value becomes a command-line argument of the node and is shown in consent prompts. */
const VALUE = /^[\x21-\x7e]{1,300}$/

export const isSettingValue = (text: string) => text.length <= MAX_SETTING_LENGTH && VALUE.test(text)

const splitOption = (word: string): { readonly name: string; readonly value: string } => {
  const [, name = '', value = ''] = /^-([a-z]+)=([\s\S]*)$/.exec(word) ?? []
  return { name, value }
}

/** Returns true if the stored option may become a command-line argument of a node. */
export function isStoredOption(word: string): boolean {
  const { name, value } = splitOption(word)
  return isSettingName(name) && !APART.has(name) && isSettingValue(value)
}

/** Maximum number of options of one chain: 24 lists with the maximum number of values. */
export const MAX_SETTING_WORDS = 24 * MAX_SETTING_VALUES

export function readSettings({ settings, p2pPort, rpcPort, peers }: OptionHolder): OptionSettings {
  const found = new Map<SettingName, readonly string[]>()
  for (const { name, value } of settings.map(splitOption)) {
    if (isSettingName(name)) found.set(name, [...(found.get(name) ?? []), value])
  }
  if (p2pPort !== null) found.set('port', [String(p2pPort)])
  if (rpcPort !== null) found.set('rpcport', [String(rpcPort)])
  if (peers.length > 0) found.set('addnode', peers)
  return found
}

/**
 * Returns the entry with these settings.
 * @param settings validated by the caller
 */
export function withSettings<Entry extends OptionHolder>(entry: Entry, settings: OptionSettings): Entry {
  const port = (name: SettingName) => {
    const text = settings.get(name)?.[0]
    return text === undefined ? null : Number(text)
  }
  return {
    ...entry,
    p2pPort: port('port'),
    rpcPort: port('rpcport'),
    peers: settings.get('addnode') ?? [],
    // Fixed order, so that equal settings give equal arguments.
    settings: SETTINGS.flatMap((name) =>
      APART.has(name) ? [] : (settings.get(name) ?? []).map((value) => `-${name}=${value}`),
    ),
  }
}
