import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hasOldUser, isShortPassword, readOldConf, userLines } from './oldConf.ts'

const PASSWORD = 'a password of more than sixteen'
const names = (lines: readonly { option: string; value: string }[]) =>
  lines.map(({ option, value }) => `${option}=${value}`)

describe('readOldConf', () => {
  it('takes user, password, ports, peers and indexes, and hides the password', () => {
    const conf = readOldConf(
      `rpcuser=ann\nrpcpassword=${PASSWORD}\r\nrpcport = 24891 # old\nport=7000\naddnode=192.0.2.1\naddnode=[::1]:80\ntxindex=1\naddressindex=1\nspentindex=\n`,
    )
    expect(names(conf.taken)).toEqual([
      ...['rpcuser=ann', 'rpcpassword=…', 'rpcport=24891', 'port=7000', 'addnode=192.0.2.1', 'addnode=[::1]:80'],
      ...['txindex=1', 'addressindex=1', 'spentindex='],
    ])
    expect(conf).toMatchObject({
      user: 'ann',
      password: PASSWORD,
      rpcPort: 24_891,
      port: 7_000,
      asked: [],
      leftOut: [],
    })
    expect(conf.lines).toEqual([
      ...['rpcport=24891', 'addnode=192.0.2.1', 'addnode=[::1]:80', 'addressindex=1', 'spentindex=1'],
    ])
  })

  it('asks about programs, a proxy, trusted peers and access from other computers', () => {
    const risky = [
      ...['blocknotify=sh -c "x %s"', 'walletnotify=a', 'alertnotify=b', 'proxy=127.0.0.1:9050'],
      ...['whitelist=10.0.0.0/8', 'rpcallowip=0.0.0.0/0', 'rpcallowip=192.168.1.0/255.255.255.0', 'rpcbind=0.0.0.0'],
      ...['rpcbind=[::]:99'],
    ]
    const { asked, lines } = readOldConf(risky.join('\n'))
    expect(asked.map(({ name }) => name)).toEqual(risky)
    expect(asked.every(({ reason }) => reason.endsWith('.'))).toBe(true)
    expect(lines).toEqual([])
  })

  it('leaves access from loopback out, because it is the default', () => {
    const { asked, leftOut } = readOldConf(
      'rpcallowip=127.0.0.1\nrpcallowip=::1\nrpcbind=127.0.0.1:80\nrpcbind=::1\nserver=1',
    )
    expect(asked).toEqual([])
    expect(new Set(leftOut.map(({ reason }) => reason))).toEqual(new Set(['This is the default here.']))
  })

  it.each([
    ['ac_supply=5', 'This option is not taken over. Set it in Settings if you need it.'],
    ['server=0', 'This option is not taken over. Set it in Settings if you need it.'],
    ['rpcport=70000', 'The value is invalid.'],
    ['addnode=a b', 'The value is invalid.'],
    ['addressindex=maybe', 'The value is invalid.'],
    ['rpcallowip=everyone', 'The value is invalid.'],
    ['proxy=a;b', 'The value is invalid.'],
    ['blocknotify=a\u202eb', 'The value is invalid.'],
    ['rpcuser=', 'The value is empty.'],
    ['[main]\nrpcport=5', 'Lines below a [section] have no effect.'],
    ['just words', 'This line is not key=value.'],
  ])('leaves %j out with the reason', (text, reason) => {
    const { taken, asked, leftOut, lines } = readOldConf(text)
    expect([taken, asked, lines]).toEqual([[], [], []])
    expect(leftOut.map((line) => line.reason)).toEqual([reason])
  })

  it('counts only the first line of a single option', () => {
    const { rpcPort, leftOut } = readOldConf('rpcport=1\nrpcport=2')
    expect([rpcPort, names(leftOut)]).toEqual([1, ['rpcport=2']])
  })

  it('hides secrets, also in a line without an equals sign, and shows no control characters', () => {
    const { leftOut } = readOldConf('rpcauth=ann:1$2\nmypassphrase=x\nhunter2\nnote=a\u0007\u202eb')
    expect(leftOut.map(({ value }) => value)).toEqual(['…', '…', '…', 'ab'])
  })

  it('never throws and bounds its work', () => {
    const hostile = ['\0\0\0=\0', '='.repeat(1000), `${'[a]\n'.repeat(3000)}x=1`, `rpcuser=${'u'.repeat(100_000)}`]
    for (const text of hostile) expect(readOldConf(text).lines).toEqual([])
  })
})

describe('userLines', () => {
  const salt = 'ab'.repeat(16)

  it('contains a salted hash of the password', () => {
    const hash = createHmac('sha256', salt).update(PASSWORD).digest('hex')
    expect(userLines({ user: 'ann', password: PASSWORD }, salt)).toEqual([`rpcauth=ann:${salt}$${hash}`])
  })

  it('limits a short password to this computer', () => {
    const short = { user: 'ann', password: 'fifteen letters' }
    expect([isShortPassword(short), userLines(short, salt)[1]]).toEqual([true, 'rpclocal=ann'])
    expect(isShortPassword({ password: 'sixteen letters!' })).toBe(false)
  })

  it.each([
    ['', 'x'],
    ['ann', ''],
    ['an:n', 'x'],
    ['a n', 'x'],
  ])('is empty for user %j and password %j', (user, password) => {
    expect([hasOldUser({ user, password }), userLines({ user, password }, salt)]).toEqual([false, []])
  })
})
