import type { PublishOptions } from '../node/index.ts'
import { OptionError, type Values } from './values.ts'

type CommandOption = 'blocknotify' | 'walletnotify' | 'alertnotify'

/** @throws OptionError */
export function commandOptions(values: Values): PublishOptions['commands'] {
  const command = (name: CommandOption) => {
    const text = values.text(name)
    return text === undefined ? undefined : splitCommand(name, text)
  }
  return { block: command('blocknotify'), wallet: command('walletnotify'), alert: command('alertnotify') }
}

/** What only a shell would understand, outside of quotes. Its absence here should not go unnoticed. */
const FOR_SHELLS = /[|&;<>`$*?~]/

/**
 * Program and arguments: words between blanks, quotes of both kinds around what belongs together. No shell reads them.
 * @throws OptionError
 */
function splitCommand(name: CommandOption, text: string): readonly string[] {
  const words: string[] = []
  const part = /\s+|"([^"]*)"|'([^']*)'|([^\s"']+)|(["'])/gy
  let open: string | undefined
  const end = () => {
    if (open !== undefined) words.push(open)
    open = undefined
  }
  for (const [blank, double, single, plain, quote] of text.matchAll(part)) {
    if (quote !== undefined) throw new OptionError(`-${name}: the quote ${quote} is not closed`)
    const shown = double ?? single ?? plain
    if (shown === undefined && blank.trim() === '') end()
    else open = `${open ?? ''}${shown ?? ''}`
    if (plain !== undefined && FOR_SHELLS.test(plain))
      throw new OptionError(
        `-${name}: no shell runs the command, so that ${plain} means nothing: name a script, or put it between quotes`,
      )
  }
  end()
  if (words[0] === undefined || words[0].includes('%s')) throw new OptionError(`-${name}: a program is needed`)
  return words
}
