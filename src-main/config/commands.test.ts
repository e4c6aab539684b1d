import { describe, expect, it } from 'vitest'
import { createSettings, parseCommandLine } from '#shared/arguments.ts'
import { commandOptions } from './commands.ts'
import { createValues } from './values.ts'

const block = (text: string) => {
  const { options } = parseCommandLine([`-blocknotify=${text}`])
  return commandOptions(createValues(createSettings(options, new Map()), (name) => `-${name}`)).block
}

describe('commandOptions', () => {
  it.each<readonly [string, readonly string[]]>([
    ['/usr/bin/notify %s', ['/usr/bin/notify', '%s']],
    ['  curl   -s  http://127.0.0.1:80/block/%s ', ['curl', '-s', 'http://127.0.0.1:80/block/%s']],
    [`'/opt/my scripts/run' --hash=%s "a 'b' c" ''`, ['/opt/my scripts/run', '--hash=%s', "a 'b' c", '']],
    [`sh -c 'echo $1 >> "/tmp/my file"' - %s`, ['sh', '-c', 'echo $1 >> "/tmp/my file"', '-', '%s']],
    ['a"b c"d', ['ab cd']],
  ])('splits %j into program and arguments', (text, words) => {
    expect(block(text)).toEqual(words)
  })

  it('returns undefined for an empty command', () => {
    expect(block('')).toBeUndefined()
  })

  it.each([
    ["run 'it", "-blocknotify: the quote ' is not closed"],
    ['run "', '-blocknotify: the quote " is not closed'],
    ['   ', '-blocknotify: missing program'],
    ['%s', '-blocknotify: missing program'],
    ['echo %s >> /tmp/x', '>>'],
    ['echo %s; rm x', '%s;'],
    ['a | b', '|'],
    ['~/bin/x $(y)', '~/bin/x'],
  ])('rejects the command %j', (text, message) => {
    expect(() => block(text)).toThrow(message)
  })
})
