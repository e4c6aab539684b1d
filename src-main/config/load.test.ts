import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NodeOptions } from '../node/composition/options.ts'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import { IGNORED_OPTIONS } from './ignoredOptions.ts'
import { loadOptions } from './load.ts'
import { OPTIONS } from './table.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function load(...argv: string[]) {
  return loadOptions({
    argv,
    home,
    cwd: home,
    cpus: 4,
    version: '1.2.3',
    random: (length) => new Uint8Array(length).fill(0xab),
    ports: chainParamsFromArgs,
  })
}

function options(...argv: string[]): NodeOptions {
  const loaded = load(...argv)
  if (loaded.kind !== 'options') throw new Error(JSON.stringify(loaded))
  return loaded.options
}

/** Returns the warnings for a chain that causes no others. */
function warnings(...argv: string[]): readonly string[] {
  const loaded = load(...argv, '-ac_public=1')
  return loaded.kind === 'options' ? loaded.warnings : [JSON.stringify(loaded)]
}

const message = (...argv: string[]) => {
  const loaded = load(...argv)
  return loaded.kind === 'error' ? loaded.message : loaded.kind
}

const writeConf = (name: string, text: string) => {
  mkdirSync(join(home, '.chainwright', name), { recursive: true })
  writeFileSync(join(home, '.chainwright', name, `${name}.conf`), text)
}

describe('loadOptions', () => {
  it('finds the directories of a chain and creates its conf file with exactly the lines of the sheet', () => {
    const { directories, rpc, chain } = options('-ac_name=DEMO')
    const base = join(home, '.chainwright', 'DEMO')
    expect(directories).toEqual({ base, network: base, confFile: join(base, 'DEMO.conf') })
    expect(readFileSync(directories.confFile, 'utf8')).toBe(
      `rpcuser=user2880154539\nrpcpassword=pass${'ab'.repeat(33)}\nrpcport=12418\nserver=1\ntxindex=1\n` +
        'rpcworkqueue=256\nrpcallowip=127.0.0.1\nrpcbind=127.0.0.1\n',
    )
    expect(statSync(directories.confFile).mode & 0o777).toBe(0o600)
    expect(chain).toEqual({ name: 'DEMO', network: 'main', args: ['-ac_name=DEMO'] })
    expect(rpc).toMatchObject({
      port: 12418,
      user: 'user2880154539',
      password: `pass${'ab'.repeat(33)}`,
      workQueue: 256,
      bind: ['127.0.0.1'],
      allowIp: ['127.0.0.1'],
      cookieFile: join(base, '.cookie'),
      timeoutSeconds: 30,
      rest: false,
      salted: [],
      users: { whitelists: [], whitelistDefault: undefined, readOnly: [], localOnly: [], limits: [] },
    })
  })

  it('leaves an existing conf file unchanged', () => {
    writeConf('DEMO', 'rpcuser=rt\nrpcpassword=rt\nrpcport=5000\n')
    expect(options('-ac_name=DEMO').rpc).toMatchObject({ user: 'rt', password: 'rt', port: 5000, workQueue: 16 })
    expect(options('-ac_name=DEMO', '-rpcport=6000', '-rpcuser=x').rpc).toMatchObject({ user: 'x', port: 6000 })
  })

  it('derives the RPC port of a new chain from -port', () => {
    const { rpc, chain } = options('-ac_name=DEMO', '-port=7000')
    expect(rpc.port).toBe(7001)
    expect(chain.args).toEqual(['-ac_name=DEMO', '-port=7000'])
  })

  it('separates regtest data, with the conf file in the parent folder', () => {
    const { directories, chain } = options('-ac_name=R1', '-regtest', '-ac_cc=2', '-nuparams=5ba81b19:1')
    expect(directories.network).toBe(join(home, '.chainwright', 'R1', 'regtest'))
    expect(directories.confFile).toBe(join(home, '.chainwright', 'R1', 'R1.conf'))
    expect(statSync(directories.network).isDirectory()).toBe(true)
    expect(chain).toEqual({
      name: 'R1',
      network: 'regtest',
      args: ['-ac_name=R1', '-regtest=', '-ac_cc=2', '-nuparams=5ba81b19:1'],
    })
  })

  it('uses -datadir unchanged, and rejects a missing one', () => {
    mkdirSync(join(home, 'data'))
    expect(options('-ac_name=DEMO', '-datadir=data').directories.confFile).toBe(join(home, 'data', 'DEMO.conf'))
    expect(options('-ac_name=DEMO', `-datadir=${home}/data`, '-conf=my.conf').directories.confFile).toBe(
      join(home, 'data', 'my.conf'),
    )
    writeFileSync(join(home, 'file'), '')
    expect(message('-ac_name=DEMO', '-datadir=file')).toBe('Specified data directory "file" is not a directory.')
    expect(message('-ac_name=DEMO', '-datadir=')).toBe('-datadir: missing path, as in -datadir=/some/where')
    expect(message('-ac_name=DEMO', `-datadir=/${'x'.repeat(300)}`)).toMatch(
      /^\/x+ cannot be read or written \(ENAMETOOLONG\)\. Check the disk and its permissions\.$/,
    )
    expect(message('-ac_name=DEMO', '-datadir=/nowhere')).toBe('Specified data directory "/nowhere" does not exist.')
    expect(existsSync(join(home, '.chainwright'))).toBe(false)
  })

  it('starts the sandbox if no chain is named', () => {
    const sandbox = options()
    expect(sandbox).toMatchObject({
      sandbox: true,
      chain: { name: 'SANDBOX', network: 'regtest' },
      mining: { automatic: true },
      indexes: { addresses: true, spent: true },
    })
    expect(sandbox.chain.args).toContain('-ac_supply=1000000')
    expect(options('-sandbox', '-noautomine').mining.automatic).toBe(false)
    expect(message('-sandbox', '-ac_name=DEMO')).toBe('-sandbox is a separate chain: omit -ac_name')
    const strange = '-ac_nam: the sandbox has its own parameters; name another chain with -ac_name=<name>'
    expect(message('-ac_nam=DEMO')).toBe(strange)
    const nameless = '-ac_name: missing name; omit the option for the chain without a name'
    expect(message('-ac_name', '-regtest')).toBe(nameless)
    expect(message('-ac_name=')).toBe(nameless)
    expect(options('-regtest').chain).toMatchObject({ name: 'KMD', network: 'regtest' })
  })

  it('leaves the mining state unset without -gen, so that the previous state continues', () => {
    expect(options('-ac_name=DEMO').mining).toMatchObject({ generate: undefined, threads: undefined })
    expect(options('-ac_name=DEMO', '-gen', '-genproclimit=2').mining).toMatchObject({ generate: true, threads: 2 })
    expect(options('-ac_name=DEMO', '-gen=0').mining.generate).toBe(false)
    expect(options('-ac_name=DEMO', '-nogen').mining.generate).toBe(false)
  })

  it('enables indexes if the chain has crypto conditions', () => {
    expect(options('-ac_name=DEMO').indexes).toEqual({ addresses: false, spent: false, timestamps: false })
    expect(options('-ac_name=DEMO', '-ac_cc=2').indexes).toMatchObject({ addresses: true, spent: true })
    expect(options('-ac_name=DEMO', '-ac_ccactivate=5').indexes.addresses).toBe(true)
    expect(options('-ac_name=DEMO', '-ac_cc=2', '-addressindex=0').indexes.addresses).toBe(false)
  })

  it('suggests the correct name for a misspelt option', () => {
    writeConf('DEMO', 'maxconections=3\n')
    expect(warnings('-ac_name=DEMO', '-rpcpasword=x')).toEqual([
      '-rpcpasword is not an option of this program and is ignored; did you mean -rpcpassword?',
      'maxconections is not an option of this program and is ignored; did you mean maxconnections?',
    ])
  })

  it('ignores options in a conf file that belong on the command line, with a warning', () => {
    writeConf('DEMO', 'regtest=1\nac_supply=5\nport=7\nnoserver=1\nlisten=1\nfoo=1\nrpcuser=u\nnonsense\n')
    const { chain, rpc } = options('-ac_name=DEMO')
    expect(chain).toMatchObject({ network: 'main', args: ['-ac_name=DEMO'] })
    expect(rpc.enabled).toBe(false)
    expect(
      warnings('-ac_name=DEMO', '-bar', '-nobaz', '-debug=nett', '-debug=net', '-debug=chain', '-debug=p2p.sync'),
    ).toEqual([
      '-bar is not an option of this program and is ignored',
      '-nobaz is not an option of this program and is ignored',
      'foo is not an option of this program and is ignored',
      'ac_supply in the conf file is ignored: it has an effect on the command line only',
      'port in the conf file is ignored: it has an effect on the command line only',
      `line 8 of ${join(home, '.chainwright', 'DEMO', 'DEMO.conf')} is not key=value and is ignored`,
      '-debug=nett has no effect: the log categories are blockstorage, faucet, http, mempool, mempoolrej, mining, net, notify, publish, rpc, staking, validation, verify, zmq',
    ])
  })

  it('warns once per reason of options without effect', () => {
    const argv = ['-mintxfee=1', '-txconfirmtarget=2', '-upnp', '-txindex=0', '-checkblocks=0']
    expect(warnings('-ac_name=DEMO', ...argv)).toEqual([
      '-upnp has no effect yet: this version does not request ports from routers; -externalip sets the address announced to peers',
      '-txindex has no effect: every transaction can always be found by its id',
      '-mintxfee and -txconfirmtarget have no effect yet: payments pay -paytxfee, or the minimum fee if it is not set',
      '-checkblocks has no effect: every block is checked when it is received, and all blocks are checked again with -reindex',
    ])
    expect(warnings('-ac_name=DEMO', '-notxindex')).toEqual([
      '-notxindex has no effect: every transaction can always be found by its id',
    ])
  })

  it('gives no warning for options that ask for the default behaviour', () => {
    const argv = [
      '-disabledeprecation=0.9.0',
      '-listen=0',
      '-nodiscover',
      '-dnsseed=0',
      '-gen=0',
      '-txindex=1',
      '-timestampindex=0',
      '-rest=0',
    ]
    expect(warnings('-ac_name=DEMO', ...argv)).toEqual([])
  })

  it('starts with the options of the reference’s test nodes without a warning', () => {
    writeConf(
      'REGTEST',
      'regtest=1\nrpcuser=rt\nrpcpassword=rt\nrpcport=9000\nserver=1\ntxindex=1\nrpcworkqueue=256\nrpcallowip=127.0.0.1\nbind=127.0.0.1\nrpcbind=127.0.0.1\n',
    )
    const argv = [
      '-ac_name=REGTEST',
      '-regtest',
      '-keypool=1',
      '-discover=0',
      '-nuparams=5ba81b19:1',
      '-nuparams=76b809bb:1',
    ]
    expect(warnings(...argv)).toEqual([])
    expect(options(...argv).p2p).toMatchObject({ bind: ['127.0.0.1'], listen: true, discover: false })
    expect(options(...argv).wallet.keypool).toBe(1)
  })

  it('allows encryptwallet only if both options of the reference are set', () => {
    const flags = ['-experimentalfeatures', '-developerencryptwallet']
    expect(warnings('-ac_name=DEMO', ...flags)).toEqual([])
    expect(options('-ac_name=DEMO', ...flags).wallet.encryptByRpc).toBe(true)
    for (const flag of flags) expect(options('-ac_name=DEMO', flag).wallet.encryptByRpc).toBe(false)
  })

  it('reads amounts, threads, log settings and lists', () => {
    writeFileSync(join(home, 'boot.dat'), '')
    const all = options(
      '-ac_name=DEMO',
      '-paytxfee=0.0001',
      '-minrelaytxfee=1e-6',
      '-par=-1',
      '-loadblock=boot.dat',
      '-debug=chain',
      '-debug=rpc',
      '-loglevel=warn',
      '-maxmempool=5',
      '-pubkey=0279BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798',
    )
    expect(all).toMatchObject({
      wallet: { payTxFee: 10_000n },
      mempool: { minRelayFee: 100n, maxSize: 5_000_000 },
      storage: { threads: 3, loadBlock: [join(home, 'boot.dat')] },
      log: { level: 'warn', debug: ['chain', 'rpc'] },
      pubkey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    })
    expect(all.mempool).toMatchObject({
      acceptNonStandard: false,
      dataCarrierBytes: undefined,
      permitBareMultisig: true,
    })
    const { mempool } = options('-ac_name=DEMO', '-regtest', '-datacarriersize=10001', '-nopermitbaremultisig')
    expect(mempool).toMatchObject({ acceptNonStandard: true, dataCarrierBytes: 10_001, permitBareMultisig: false })
    expect(options('-ac_name=DEMO', '-nodatacarrier', '-datacarriersize=99').mempool.dataCarrierBytes).toBe(0)
    expect(options('-ac_name=DEMO', '-debug').log.level).toBe('debug')
    expect(options('-ac_name=DEMO', '-debug=1').log.level).toBe('debug')
    expect(options('-ac_name=DEMO', '-nodebug').log).toMatchObject({ level: 'info', debug: [] })
  })

  it('reads log categories as bitcoind does', () => {
    const log = (...argv: string[]) => options('-ac_name=DEMO', ...argv).log
    expect(log('-debug=all', '-debugexclude=net', '-debugexclude=rpc')).toMatchObject({
      ...{ level: 'debug', debug: [], exclude: ['net', 'rpc'] },
    })
    expect(log('-debug=net', '-debug=0')).toMatchObject({ level: 'info', debug: [] })
    expect(log('-debug=1', '-debug=none')).toMatchObject({ level: 'info', debug: [] })
  })

  it('reads the format of the log, also by its older name', () => {
    const json = (...argv: string[]) => options('-ac_name=DEMO', ...argv).log.json
    expect([json(), json('-logformat=text'), json('-logjson=0')]).toEqual([false, false, false])
    expect([json('-logformat=json'), json('-logjson'), json('-logjson', '-logformat=text')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('keeps the mempool unless -persistmempool=0 is set', () => {
    expect(options('-ac_name=DEMO').mempool.persist).toBe(true)
    expect(options('-ac_name=DEMO', '-persistmempool=0').mempool.persist).toBe(false)
  })

  it.each([
    [['-rpcport=abc'], '-rpcport=abc: expected a whole number from 0 to 65535'],
    [['-rpcport=70000'], '-rpcport=70000: expected a whole number from 0 to 65535'],
    [['-server=yes'], '-server=yes: expected 0 or 1'],
    [['-paytxfee=x'], "Invalid amount for -paytxfee=<amount>: 'x'"],
    [['-paytxfee=-1'], "Invalid amount for -paytxfee=<amount>: '-1'"],
    [['-pubkey=02ab'], '-pubkey: expected a compressed public key of 66 hex digits'],
    [[`-pubkey=02${'ff'.repeat(32)}`], '-pubkey: expected a compressed public key of 66 hex digits'],
    [['-mocktime=5'], '-mocktime requires -regtest'],
    [['-automine'], '-automine requires -regtest'],
    [['-rpcssl'], 'SSL mode for RPC (-rpcssl) is no longer supported.'],
    [['-loglevel=loud'], '-loglevel: expected debug, info, warn or error, got "loud"'],
    [['-logformat=xml'], '-logformat: expected text or json, got "xml"'],
    [['-ac_foo=1'], '-ac_foo: unknown option'],
    [['-mineraddress=x'], "Invalid address for -mineraddress=<addr>: 'x' (expected an address of a public key)"],
    [['-testnet'], '-testnet: there is no test network for Smart Chains, use -regtest'],
    [['-regtest', '-testnet'], 'Invalid combination of -regtest and -testnet.'],
    [['getinfo'], '"getinfo" is not an option: options start with "-"'],
  ])('rejects %j with an error that names the option', (argv, text) => {
    expect(message('-ac_name=DEMO', ...argv)).toBe(text)
  })

  it('names the conf file in errors about a value in it', () => {
    writeConf('DEMO', 'rpcport=abc\n')
    const path = join(home, '.chainwright', 'DEMO', 'DEMO.conf')
    expect(message('-ac_name=DEMO')).toBe(`rpcport=abc in ${path}: expected a whole number from 0 to 65535`)
    expect(message('-ac_name=DEMO', '-rpcport=5000')).toBe('options')
  })

  it('explains why a directory or conf file cannot be used', () => {
    writeFileSync(join(home, 'file'), '')
    mkdirSync(join(home, 'data', 'DEMO.conf'), { recursive: true })
    const conf = join(home, 'data', 'DEMO.conf')
    expect(message('-ac_name=DEMO', '-datadir=data')).toBe(
      `${conf} is a folder, but a file belongs there. Move the folder away and start again.`,
    )
    expect(message('-ac_name=DEMO', '-datadir=data', '-conf=no/x.conf')).toBe(
      `${join(home, 'data', 'no')} does not exist. Create or restore it, or correct the path, and start again.`,
    )
    writeFileSync(join(home, '.chainwright'), '')
    expect(message('-ac_name=DEMO')).toBe(
      `${join(home, '.chainwright')} is a file, but a folder belongs there. Move the file away and start again.`,
    )
  })

  it('creates directories that only their owner can enter', () => {
    const { directories } = options('-ac_name=DEMO', '-regtest')
    const mode = (path: string) => statSync(path).mode & 0o777
    const { base, network } = directories
    expect([mode(join(home, '.chainwright')), mode(base), mode(network)]).toEqual([0o700, 0o700, 0o700])
  })

  it('names the path of a missing bootstrap file', () => {
    expect(message('-ac_name=DEMO', '-loadblock=gone.dat')).toBe(
      `-loadblock: file not found: ${join(home, 'gone.dat')}`,
    )
  })

  it('rejects a chain name that leads out of the data directory', () => {
    expect(message('-ac_name=../x')).toMatch(/^-ac_name: /)
    expect(existsSync(join(home, '.chainwright'))).toBe(false)
  })

  it('explains every option in -help', () => {
    const help = load('-help')
    const text = help.kind === 'help' ? help.text : ''
    for (const name of Object.keys(OPTIONS)) expect(text).toContain(`\n  -${name}`)
    for (const name of IGNORED_OPTIONS.flatMap(({ names }) => names)) {
      expect(Object.keys(OPTIONS)).not.toContain(name)
      expect(text).not.toMatch(new RegExp(`^  -${name}(=|$)`, 'm'))
    }
    expect(load('-version')).toEqual({ kind: 'version', text: 'Chainwright 1.2.3' })
  })
})
