/** Converts a chain's options to the texts of an editable form and back. */
import type { SettingName, SettingValues, WindowResult } from '#shared/chains/index.ts'

export type ShownSettings = WindowResult<'getchainsettings'>
export type ShownOption = ShownSettings['options'][number]

/** Texts by option. Lists have one entry per line. '' is the default. */
export type OptionDraft = Readonly<Record<string, string>>

const toText = ({ kind, value, from }: ShownOption): string =>
  from !== 'app' ? '' : kind === 'list' ? value.join('\n') : (value[0] ?? '')

export function toOptionDraft(options: readonly ShownOption[], names: readonly SettingName[]): OptionDraft {
  return Object.fromEntries(
    options
      .filter(({ name }) => (names as readonly string[]).includes(name))
      .map((option) => [option.name, toText(option)]),
  )
}

const parseEntries = (text: string): readonly string[] =>
  text
    .split(/[\s,]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Returns the changed options in the format of the RPC methods. */
export function changedValues(options: readonly ShownOption[], draft: OptionDraft): SettingValues {
  const changed: Record<string, string | readonly string[] | null> = {}
  for (const option of options) {
    const text = draft[option.name]
    if (text === undefined || text.trim() === toText(option)) continue
    const { name, kind } = option
    changed[name] = text.trim() === '' ? null : kind === 'list' ? parseEntries(text) : text.trim()
  }
  return changed
}
