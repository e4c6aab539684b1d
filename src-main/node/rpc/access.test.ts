import { createHmac } from 'node:crypto'
import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAllowList, SubnetError } from './allowList.ts'
import { prepareCredentials } from './credentials.ts'
import { createHostCheck } from './hostCheck.ts'
import { ListenError, listenOn, parseEndpoint, resolveEndpoints } from './listen.ts'

describe('createAllowList', () => {
  it('always allows loopback, in every notation', () => {
    const list = createAllowList([])
    for (const address of ['127.0.0.1', '127.200.1.2', '::1', '::ffff:127.0.0.1'])
      expect(list.allows(address)).toBe(true)
    for (const address of ['10.0.0.1', '::2', 'x', '', undefined]) expect(list.allows(address)).toBe(false)
  })

  it.each([
    ['1.2.3.4', ['1.2.3.4', '::ffff:1.2.3.4'], ['1.2.3.5']],
    ['10.1.0.0/16', ['10.1.255.1'], ['10.2.0.1']],
    ['10.1.0.0/255.255.0.0', ['10.1.255.1'], ['10.2.0.1']],
    ['0.0.0.0/0', ['200.1.1.1'], []],
    ['2001:db8::/32', ['2001:db8:1::5'], ['2001:db9::1']],
    ['[2001:db8::7]', ['2001:db8::7'], ['2001:db8::8']],
    ['fe80::/10', ['fe80::1%eth0'], []],
  ])('allows the addresses of %s and no others', (entry, inside, outside) => {
    const list = createAllowList([entry])
    for (const address of inside) expect(list.allows(address)).toBe(true)
    for (const address of outside) expect(list.allows(address)).toBe(false)
  })

  it.each(['', 'x', '1.2.3', '1.2.3.4/33', '1.2.3.4/255.0.255.0', '1.2.3.4/a', '::1/129', '1.2.3.4/8/8', '1.2.3.4:80'])(
    'rejects the subnet %j',
    (entry) => {
      expect(() => createAllowList([entry])).toThrow(SubnetError)
    },
  )

  it('lists the valid subnet formats in the error', () => {
    expect(() => createAllowList(['bad'])).toThrow(
      'Invalid -rpcallowip subnet specification: bad. Valid are a single IP (e.g. 1.2.3.4), ' +
        'a network/netmask (e.g. 1.2.3.4/255.255.255.0) or a network/CIDR (e.g. 1.2.3.4/24).',
    )
  })
})

describe('createHostCheck', () => {
  const check = createHostCheck(['Node.Example'])

  it.each([
    'localhost',
    'LOCALHOST:7777',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.1.2.3',
    '[::1]:7777',
    'node.example:1',
    '192.168.1.5:7777',
  ])('allows the host header %s', (header) => {
    expect(check.allows(header, '::ffff:192.168.1.5')).toBe(true)
  })

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.1.6',
    '',
    'node.example.',
    '[::1',
  ])('rejects the host header %s', (header) => {
    expect(check.allows(header, '192.168.1.5')).toBe(false)
  })

  it('allows clients that send no Host, because browsers always send one', () => {
    expect(check.allows(undefined, '127.0.0.1')).toBe(true)
  })
})

describe('resolveEndpoints', () => {
  const hosts = (bind: string[], allowIp: string[]) =>
    resolveEndpoints({ port: 5, bind, allowIp }).map(({ host, port }) => `${host} ${port}`)

  it('binds to loopback without -rpcallowip, else to the -rpcbind addresses or to all (rpc.md)', () => {
    expect(hosts([], [])).toEqual(['::1 5', '127.0.0.1 5'])
    expect(hosts(['0.0.0.0'], [])).toEqual(['::1 5', '127.0.0.1 5'])
    expect(hosts([], ['10.0.0.0/8'])).toEqual([':: 5', '0.0.0.0 5'])
    expect(hosts(['127.0.0.1', '[::1]:9', '10.0.0.1:8', '::2', '[::3]', 'name:7'], ['127.0.0.1'])).toEqual([
      '127.0.0.1 5',
      '::1 9',
      '10.0.0.1 8',
      '::2 5',
      '::3 5',
      'name 7',
    ])
  })

  it.each(['', ':80', '[::1', '1.2.3.4:99999', 'a:b', '1.2.3.4:'])('rejects -rpcbind=%s as malformed', (entry) => {
    expect(() => parseEndpoint(entry, 5)).toThrow(ListenError)
  })
})

describe('listenOn', () => {
  it('names the port that is in use', async () => {
    const first = createServer()
    const second = createServer()
    const bound = await listenOn(first, { host: '127.0.0.1', port: 0 })
    await expect(listenOn(second, { host: '127.0.0.1', port: bound?.port ?? 0 })).rejects.toThrow(
      `Cannot listen for RPC on 127.0.0.1:${bound?.port}: port ${bound?.port} is in use`,
    )
    await expect(
      listenOn(second, { host: '127.0.0.1', port: bound?.port ?? 0 }, '-rpcbind=<host>:<port>'),
    ).rejects.toThrow('Choose another port with -rpcbind=<host>:<port>.')
    first.close()
  })

  it('ignores an address that this machine does not have', async () => {
    expect(await listenOn(createServer(), { host: '203.0.113.7', port: 0 })).toBeUndefined()
  })
})

describe('prepareCredentials', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rpc-auth-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const random = { bytes: (length: number) => new Uint8Array(length).fill(7) }
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  it('accepts only the exact user and password', async () => {
    const credentials = await prepareCredentials({ user: 'ü', password: 'p:q', cookieFile: '', salted: [] }, random)
    expect(credentials.userOf(basic('ü:p:q'))).toBeDefined()
    expect(credentials.userOf(`Basic   ${Buffer.from('ü:p:q').toString('base64')}  `)).toBeDefined()
    for (const wrong of ['ü:p', 'ü:p:q ', ':', '', 'p:q:ü']) expect(credentials.userOf(basic(wrong))).toBeUndefined()
    for (const header of ['', 'Basic', 'Basic ', 'Basic !!!', basic('ü:p:q').replace('Basic', 'basic'), 'Bearer abc']) {
      expect(credentials.userOf(header)).toBeUndefined()
    }
  })

  it('accepts users with salted passwords, as Bitcoin Core’s rpcauth creates them', async () => {
    // Same algorithm as `share/rpcauth/rpcauth.py`: HMAC-SHA256 of the password with the text of the salt as key.
    const salted = [
      { user: 'ann', salt: '7e3a1f9b', hash: createHmac('sha256', '7e3a1f9b').update('secret').digest('hex') },
      { user: 'bob', salt: 'ff', hash: 'ab9e0a0ee7a1e4a5be8bdbb5e2f3b9ee09fe2b3ed45b1d9d8ac8a9dbd7c0c6c8' },
    ]
    const credentials = await prepareCredentials({ user: 'u', password: 'p', cookieFile: '', salted }, random)
    expect(credentials.userOf(basic('ann:secret'))).toBe('ann')
    expect(credentials.userOf(basic('u:p'))).toBe('u')
    for (const wrong of ['ann:secre', 'bob:secret', 'secret', ':secret', 'ann:', 'u:secret', 'ann'])
      expect(credentials.userOf(basic(wrong))).toBeUndefined()
    credentials.replaceSalted([])
    expect(credentials.userOf(basic('ann:secret'))).toBeUndefined()
    expect(credentials.userOf(basic('u:p'))).toBe('u')
  })

  it('writes a cookie that only the owner can read, and deletes it', async () => {
    const cookieFile = join(folder, '.cookie')
    await writeFile(cookieFile, 'stale', { mode: 0o644 })
    const credentials = await prepareCredentials({ user: 'u', password: '', cookieFile, salted: [] }, random)
    const text = await readFile(cookieFile, 'utf8')
    expect(text).toBe(`__cookie__:${Buffer.alloc(32, 7).toString('base64')}`)
    expect((await stat(cookieFile)).mode & 0o777).toBe(0o600)
    expect(credentials.userOf(basic(text))).toBeDefined()
    expect(credentials.userOf(basic('u:'))).toBeUndefined()
    await credentials.remove()
    await expect(stat(cookieFile)).rejects.toThrow()
  })

  it('replaces a symbolic link at the path of the cookie file instead of following it', async () => {
    const [cookieFile, target] = [join(folder, '.linked'), join(folder, 'target')]
    await writeFile(target, 'theirs', { mode: 0o644 })
    await symlink(target, cookieFile)
    const credentials = await prepareCredentials({ user: 'u', password: '', cookieFile, salted: [] }, random)
    expect(await readFile(target, 'utf8')).toBe('theirs')
    expect((await lstat(cookieFile)).isSymbolicLink()).toBe(false)
    expect((await lstat(cookieFile)).mode & 0o777).toBe(0o600)
    await credentials.remove()
    expect(await readFile(target, 'utf8')).toBe('theirs')
  })
})
