import { describe, expect, it } from 'vitest'
import { createSettings, isOn, meansSandbox, parseCommandLine, parseConf } from './arguments.ts'

const options = (...argv: string[]) => Object.fromEntries(parseCommandLine(argv).options)

describe('parseCommandLine', () => {
  it('reads options up to the first word that is not an option', () => {
    const { options: given, words } = parseCommandLine(['-a=1', '--b', '-c=x=y', '-a=2', 'getinfo', '-d', '5'])
    expect(Object.fromEntries(given)).toEqual({ a: ['1', '2'], b: [''], c: ['x=y'] })
    expect(words).toEqual(['getinfo', '-d', '5'])
    expect(parseCommandLine(['-', '-a']).words).toEqual(['-', '-a'])
  })

  it('inverts -nofoo, unless foo itself is given', () => {
    expect(options('-nolisten')).toMatchObject({ listen: ['0'] })
    expect(options('-nolisten=0')).toMatchObject({ listen: ['1'] })
    expect(options('-nolisten', '-listen=1')).toMatchObject({ listen: ['1'] })
  })
})

describe('parseConf', () => {
  it('reads lines, skips comments and reports the numbers of invalid lines', () => {
    const { options: given, unreadable } = parseConf(
      '# comment\r\n rpcuser = u \nrpcpassword=p=q # why\n\nnonsense\naddnode=1\naddnode=2\n=x\nempty=\n',
    )
    expect(Object.fromEntries(given)).toEqual({
      rpcuser: ['u'],
      rpcpassword: ['p=q'],
      addnode: ['1', '2'],
      empty: [''],
    })
    expect(unreadable).toEqual([5, 8])
  })
})

describe('createSettings', () => {
  const commandLine = parseCommandLine(['-a=1', '-a=2', '-list=x']).options
  const conf = parseConf('a=3\nb=4\nb=5\nlist=y\nlist=z').options
  const settings = createSettings(commandLine, conf)

  it('prefers the command line, with its last value, to the conf file with its first', () => {
    expect(settings.get('a')).toBe('2')
    expect(settings.get('b')).toBe('4')
    expect(settings.get('c')).toBeUndefined()
  })

  it('returns all values of an option that may be repeated', () => {
    expect(settings.all('list')).toEqual(['x', 'y', 'z'])
    expect([...settings.keys()]).toEqual(['a', 'list', 'b'])
  })
})

describe('isOn', () => {
  it('accepts a bare flag and any number except 0', () => {
    expect(['', '1', '2', '-1', '01'].map(isOn)).toEqual([true, true, true, true, true])
    expect(['0', '00', 'x', 'true'].map(isOn)).toEqual([false, false, false, false])
  })
})

describe('meansSandbox', () => {
  it('returns true if no chain is named', () => {
    const of = (...argv: string[]) => meansSandbox(parseCommandLine(argv).options)
    expect(of()).toBe(true)
    expect(of('-sandbox')).toBe(true)
    expect(of('-nosandbox')).toBe(false)
    expect(of('-ac_name=X')).toBe(false)
    expect(of('-regtest')).toBe(false)
    expect(of('-regtest=0')).toBe(true)
  })
})
