import type { PublishOptions } from '../node/index.ts'
import { OptionError, type Values } from './values.ts'

type CommandOption = 'blocknotify' | 'walletnotify' | 'alertnotify'

/** @throws OptionError if a command is invalid */
export function commandOptions(values: Values): PublishOptions['commands'] {
  const command = (name: CommandOption) => {
    const text = values.text(name)
    return text === undefined ? undefined : splitCommand(name, text)
  }
  return { block: command('blocknotify'), wallet: command('walletnotify'), alert: command('alertnotify') }
}

/**
 * Characters with a meaning only in a shell, outside of quotes. They are rejected, because no shell runs the command.
 */
const FOR_SHELLS = /[|&;<>`$*?~]/

/**
 * Splits a command into program and arguments at spaces. Single or double quotes group words. No shell reads them.
 * @throws OptionError if the command is invalid
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
        `-${name}: the command is not run by a shell, so ${plain} has no special meaning: name a script, or quote this character`,
      )
  }
  end()
  if (words[0] === undefined || words[0].includes('%s')) throw new OptionError(`-${name}: missing program`)
  return words
}
