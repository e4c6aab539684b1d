import { describe, expect, it } from 'vitest'
import { SANDBOX_ARGS } from '#shared/arguments.ts'
import { OPTIONS } from '../../config/index.ts'
import { isHarmlessStart } from './harmlessStart.ts'

const NO_CONF = new Map<string, readonly string[]>()
const CONF = new Map([
  ['rpcuser', ['user']],
  ['rpcpassword', ['secret']],
  ['rpcport', ['7000']],
  ['server', ['1']],
  ['txindex', ['1']],
  ['rpcworkqueue', ['256']],
  ['rpcallowip', ['127.0.0.1']],
  ['rpcbind', ['127.0.0.1']],
])
const ME = ['-sandbox', '-datadir=/root/SANDBOX']
const FRIEND = [...SANDBOX_ARGS, '-datadir=/root/SANDBOX-friend']
const FRIEND_STARTS = ['-listen=1', '-bind=127.0.0.1', '-port=5000', '-discover=0', '-rpcport=5001']

/** All options that let other programs or machines connect, or let data in. */
const OPENING = (
  'listen bind whitebind whitelist connect addnode seednode dnsseed dns onlynet proxy onion proxyrandomize externalip discover ' +
  'port conf loadblock pubkey mineraddress newwallet disablewallet rpcauth rpcbind rpcallowip rpcallowhost rest metrics publish ' +
  'blocknotify walletnotify alertnotify zmqpubhashblock zmqpubhashtx zmqpubrawblock zmqpubrawtx zmqpubcheckedblock uacomment ' +
  'mocktime nuparams maxreorg'
).split(' ')

describe('isHarmlessStart', () => {
  it('accepts the starts of the app itself, and local options', () => {
    expect(isHarmlessStart('me', ME, CONF)).toBe(true)
    expect(isHarmlessStart('friend', [...FRIEND, ...FRIEND_STARTS], CONF)).toBe(true)
    for (const word of [
      '-rpcport=5',
      '-automine=0',
      '-dbcache=99',
      '-debug',
      '-listen=0',
      '-dnsseed=0',
      '-sandbox=1',
    ]) {
      expect([word, isHarmlessStart('me', [...ME, word], CONF)]).toEqual([word, true])
    }
  })

  it.each(OPENING)('rejects -%s, on the command line and in the conf file', (name) => {
    for (const value of ['1', '192.0.2.1', '127.0.0.1:7000', '']) {
      const word = `-${name}${value === '' ? '' : `=${value}`}`
      expect([word, isHarmlessStart('me', [...ME, word], NO_CONF)]).toEqual([word, false])
      expect([word, isHarmlessStart('me', ME, new Map([...CONF, [name, [value]]]))]).toEqual([word, false])
    }
  })

  it('rejects all options not on its list, and unknown ones', () => {
    const harmless = Object.keys(OPTIONS).filter((name) => isHarmlessStart('me', [...ME, `-${name}=1`], NO_CONF))
    expect(harmless.filter((name) => OPENING.includes(name))).toEqual([])
    for (const word of [
      '-another=1',
      '-nolisten=0',
      '-ac_supply=5',
      '-regtest=0',
      '-sandbox=0',
      '-sandbox=2',
      'word',
    ]) {
      expect([word, isHarmlessStart('me', [...ME, word], NO_CONF)]).toEqual([word, false])
    }
  })

  it('allows only Friend to listen, only on loopback, and with only the options of its chain', () => {
    const friend = [...FRIEND, ...FRIEND_STARTS]
    for (const word of [
      '-bind=0.0.0.0',
      '-bind=127.0.0.1:5',
      '-whitebind=127.0.0.1',
      '-ac_supply=5',
      '-connect=127.0.0.1',
    ]) {
      expect([word, isHarmlessStart('friend', [...friend, word], CONF)]).toEqual([word, false])
    }
    expect(isHarmlessStart('friend', [...FRIEND, '-listen=1', '-port=5000'], CONF)).toBe(false)
    expect(isHarmlessStart('me', [...ME, ...FRIEND_STARTS], CONF)).toBe(false)
  })
})
