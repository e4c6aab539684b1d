import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { completionsFor, manPage, PROGRAMS } from './index.ts'
import { listedMethods } from './programs.ts'

const page = (name: string) => {
  const program = PROGRAMS.find((each) => each.name === name)!
  return manPage(
    program,
    PROGRAMS.filter((other) => other !== program),
    '1.2.3',
  )
}

/** Returns bash's completions of the last word. */
function offered(...words: string[]): string[] {
  const script = `${completionsFor('bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _\${1//-/_}; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { status, stdout } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.split('\n').filter((line) => line !== '')
}

describe('man pages', () => {
  it.each(PROGRAMS.map(({ name }) => name))('of %s contain the sections that man(7) requires', (name) => {
    const sections = page(name).match(/^\.SH .*/gm)
    const methods = name === 'chainwright-cli' ? ['.SH METHODS'] : []
    expect(sections).toEqual([
      ...['.SH NAME', '.SH SYNOPSIS', '.SH DESCRIPTION', '.SH OPTIONS', ...methods],
      ...['.SH EXIT STATUS', '.SH FILES', '.SH SEE ALSO'],
    ])
  })

  it('list every option of the daemon and every method of help', () => {
    expect(page('chainwrightd')).toContain('\n.B \\-rpcport=<n>\n')
    expect(page('chainwrightd')).toContain('\n.B \\-ac_supply=1000\n')
    const client = page('chainwright-cli')
    for (const { name } of listedMethods()) expect(client).toMatch(new RegExp(`^\\.B ${name}( |$)`, 'm'))
  })

  it('contain no text that roff reads as a macro, and escape hyphens so that they can be copied', () => {
    const allowed = /^\.(TH|SH|SS|TP|PP|B|BR|I|br)( |$)/
    for (const { name } of PROGRAMS) {
      const lines = page(name).split('\n')
      expect(lines.filter((line) => /^[.']/.test(line) && !allowed.test(line))).toEqual([])
      expect(lines.filter((line) => /(?<!\\)-/.test(line) && !line.startsWith('.TH'))).toEqual([])
    }
  })
})

describe('completions', () => {
  it('offer method names as the first word and after help, but not later', () => {
    expect(offered('chainwright-cli', 'getblockc')).toEqual(['getblockchaininfo', 'getblockcount'])
    expect(offered('chainwright-cli', 'help', 'getblockcount')).toEqual(['getblockcount'])
    expect(offered('chainwright-cli', 'getblock', 'getb')).toEqual([])
  })

  it('offer options, and skip them to complete the method', () => {
    expect(offered('chainwright-cli', '-rpcp')).toEqual(['-rpcport=', '-rpcpassword='])
    expect(offered('chainwright-cli', '-rpcwait')).toEqual(['-rpcwait', '-rpcwaittimeout='])
    expect(offered('chainwright-cli', '-named', 'getblockcou')).toEqual(['getblockcount'])
    expect(offered('chainwright-cli', '-rpcport', '=', '5', '-regtest', 'getblockcou')).toEqual(['getblockcount'])
    expect(offered('chainwrightd', '-ac_sup')).toEqual(['-ac_supply='])
    expect(offered('chainwright', '-no-o')).toEqual(['-no-open'])
    expect(offered('chainwright', 'getb')).toEqual([])
  })

  it('support bash, zsh and fish, with correct quoting', () => {
    expect(completionsFor('fish')).toContain('complete -c chainwright-cli')
    expect(completionsFor('zsh')).toContain('#compdef chainwright chainwrightd chainwright-cli chainwright-query')
    expect(completionsFor('tcsh')).toBeUndefined()
    expect(spawnSync('bash', ['-n'], { input: completionsFor('bash') }).status).toBe(0)
  })
})
