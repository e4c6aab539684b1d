/**
 * Table of habits: commands that an operator of bitcoind types, with the output that the operator expects, on a new
 * regtest chain. habits.test.ts runs them. To test another command, add a row.
 */

/** One command, run after the commands of the rows before it. */
export interface Habit {
  /**
   * Command as typed in a shell. `$(…)` is replaced with the output of another command. The test adds options that
   * name the chain. chainwrightd gets a folder of its own and is not stopped, so use commands that end it. `curl` and
   * `grep` are played by the test: `curl -d <body> <node>` and `grep <text> debug.log`.
   */
  readonly command: string
  readonly input?: string
  /** Expected standard output, with the patterns of `PATTERNS`. Default: nothing. */
  readonly output?: string
  /** Expected standard error, with the same patterns. Default: nothing. */
  readonly error?: string
  /** default: 0 */
  readonly code?: number
}

/** RPC password of the node. */
export const HABITS_PASSWORD = 'e2e-password'

const CLIENT_HABITS: readonly Habit[] = [
  { command: 'chainwright-cli getblockcount', output: '0' },
  // Mining: the first block brings the supply.
  { command: 'chainwright-cli -generate', output: '{\n  "address": "<address>",\n  "blocks": [\n    "<hash>"\n  ]\n}' },
  {
    command: 'chainwright-cli -generate 2 1000000',
    output: '{\n  "address": "<address>",\n  "blocks": [\n    "<hash>",\n    "<hash>"\n  ]\n}',
  },
  {
    command: 'chainwright-cli -generate 0',
    error:
      'error: the first argument (number of blocks to generate, default: 1) must be an integer value greater than zero',
    code: 1,
  },
  { command: 'chainwright-cli getblockcount', output: '3' },
  // Named arguments, with the names of the contract or of Bitcoin Core.
  { command: 'chainwright-cli -named getblockhash index=1', output: '<hash>' },
  { command: 'chainwright-cli -named getblockhash height=1', output: '<hash>' },
  {
    command: 'chainwright-cli -named getblock verbosity=0 blockhash=$(chainwright-cli getblockhash 1)',
    output: '<hex>',
  },
  { command: 'chainwright-cli -named getblock 1 verbosity=0', output: '<hex>' },
  { command: 'chainwright-cli -named listunspent addresses=[]', output: '[<lines>]' },
  {
    command: 'chainwright-cli -named getblockhash indx=1',
    error: 'error code: -8\nerror message:\nUnknown named parameter indx\nDid you mean index? Parameters: index',
    code: 8,
  },
  {
    command: 'chainwright-cli -named getblockhash 1 index=1',
    error: 'error code: -8\nerror message:\nParameter index specified twice both as positional and named argument',
    code: 8,
  },
  {
    command: 'chainwright-cli -named getblokhash index=1',
    error: 'error code: -32601\nerror message:\nMethod not found\nDid you mean getblockhash? "help" lists the methods.',
    code: 32601 & 0xff,
  },
  // Overviews of the node.
  {
    command: 'chainwright-cli -getinfo',
    output: `Chain: regtest
Blocks: 3
Headers: 3
Verification progress: 100.0000%
Difficulty: <number>

Network: in 0, out 0, total 0
Version: <number>
Time offset (s): 0
Proxies: n/a
Min tx relay fee rate (HABITS/kB): 0.00000100

Wallet: ""
Keypool size: <number>
Transaction fee rate (-paytxfee) (HABITS/kB): 0.00000000

Balance: <number>

Warnings: (none)`,
  },
  { command: 'chainwright-cli -getinfo now', error: 'error: -getinfo takes no arguments', code: 1 },
  {
    command: 'chainwright-cli -netinfo',
    output: `Chainwright client v<text> regtest - server 170013/<text>/

         ipv4    ipv6   total
in          0       0       0
out         0       0       0
total       0       0       0

Local addresses: n/a`,
  },
  { command: 'chainwright-cli -netinfo 4', output: '<text>/ - services n<text>\n\n<lines>Local addresses: n/a' },
  { command: 'chainwright-cli -netinfo help', output: '-netinfo level "outonly"<lines>' },
  {
    command: 'chainwright-cli -netinfo all',
    error: 'error: invalid -netinfo argument: all\nFor more information, run: chainwright-cli -netinfo help',
    code: 1,
  },
  {
    command: 'chainwright-cli -getinfo -netinfo',
    error: 'error: Only one of -getinfo, -netinfo may be given',
    code: 1,
  },
  // Password from standard input.
  { command: 'chainwright-cli -stdinrpcpass getblockcount', input: `${HABITS_PASSWORD}\n`, output: '3' },
  { command: 'chainwright-cli -stdinrpcpass -stdin getblockhash', input: `${HABITS_PASSWORD}\n1\n`, output: '<hash>' },
  {
    command: 'chainwright-cli -stdinrpcpass getblockcount',
    input: 'wrong\n',
    error: 'error: the server rejected this rpcuser and rpcpassword',
    code: 1,
  },
  {
    command: 'chainwright-cli -stdinrpcpass getblockcount',
    error: 'error: -stdinrpcpass: no password in the first line of standard input',
    code: 1,
  },
  // Waiting for a node.
  { command: 'chainwright-cli -rpcwait -rpcwaittimeout=5 getblockcount', output: '3' },
  {
    command: 'chainwright-cli -rpcport=1 -rpcwait -rpcwaittimeout=1 getblockcount',
    error: 'error: timeout on transient error: could not connect to the server at 127.0.0.1:1: <text>',
    code: 1,
  },
  // Unknown options change nothing.
  {
    command: 'chainwright-cli -genrate 5',
    error: 'error: unknown option -genrate; did you mean -generate?',
    code: 1,
  },
  {
    command: 'chainwright-cli -ac_nmae=OTHER stop',
    error: 'error: unknown option -ac_nmae; did you mean -ac_name?',
    code: 1,
  },
  { command: 'chainwright-cli -listen generate 1', error: 'error: unknown option -listen; <text>', code: 1 },
  { command: 'chainwright-cli getblockcount', output: '3' },
]

/** State after the client's habits: three blocks; the first one pays the supply. */
const SERVER_HABITS: readonly Habit[] = [
  { command: 'chainwright-cli uptime', output: '<number>' },
  {
    command: 'chainwright-cli getindexinfo',
    output: '{\n  "txindex": {\n    "synced": true,\n    "best_block_height": 3\n  }\n}',
  },
  { command: 'chainwright-cli getzmqnotifications', output: '[\n]' },
  {
    command: `chainwright-cli getblockstats 1 '["height","txs","subsidy"]'`,
    output: '{\n  "height": 1,\n  "subsidy": <number>,\n  "txs": 1\n}',
  },
  {
    command: `chainwright-cli -named getblockstats hash_or_height=1 stats='["height"]'`,
    output: '{\n  "height": 1\n}',
  },
  // Waiting calls.
  { command: 'chainwright-cli waitfornewblock 1', output: '{\n  "hash": "<hash>",\n  "height": 3\n}' },
  { command: 'chainwright-cli waitforblockheight 2', output: '{\n  "hash": "<hash>",\n  "height": 3\n}' },
  {
    command: 'chainwright-cli waitforblock $(chainwright-cli getbestblockhash) 1000',
    output: '{\n  "hash": "<hash>",\n  "height": 3\n}',
  },
  {
    command: 'chainwright-cli -named waitforblockheight height=4 timeout=1',
    output: '{\n  "hash": "<hash>",\n  "height": 3\n}',
  },
  // The mempool.
  { command: `chainwright-cli testmempoolaccept '["00"]'`, error: 'error code: -22<lines>', code: 22 },
  {
    command: `chainwright-cli testmempoolaccept '["$(chainwright-cli getrawtransaction $(chainwright-cli sendtoaddress $(chainwright-cli getnewaddress) 1))"]'`,
    output:
      '[\n  {\n    "txid": "<hash>",\n    "wtxid": "<hash>",\n    "allowed": false,\n    "reject-reason": "already in mempool"\n  }\n]',
  },
  { command: 'chainwright-cli savemempool', output: '{\n  "filename": "<text>mempool.dat"\n}' },
  { command: 'grep mempool debug.log', output: '<time> INFO  [mempool] mempool saved file=<text> transactions=1' },
  // JSON-RPC 1.0 and 2.0, and batches.
  {
    command: `curl -d '{"method":"getblockcount"}' <node>`,
    output: '200 {"result":3,"error":null,"id":null}',
  },
  {
    command: `curl -d '{"jsonrpc":"2.0","id":1,"method":"getblock","params":{"blockhash":"3","verbosity":0}}' <node>`,
    output: '200 {"jsonrpc":"2.0","result":"<hex>","id":1}',
  },
  {
    command: `curl -d '{"jsonrpc":"2.0","id":1,"method":"getblokc","params":{}}' <node>`,
    output: '200 {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}',
  },
  {
    command: `curl -d '{"id":1,"method":"getblokc","params":[]}' <node>`,
    output: '404 {"result":null,"error":{"code":-32601,"message":"Method not found"},"id":1}',
  },
  { command: `curl -d '{"jsonrpc":"2.0","method":"getblockcount"}' <node>`, output: '204 ' },
  {
    command: `curl -d '[{"jsonrpc":"2.0","id":1,"method":"getblockcount"},{"id":2,"method":"getblockcount"}]' <node>`,
    output: '200 [{"jsonrpc":"2.0","result":3,"id":1},{"result":3,"error":null,"id":2}]',
  },
]

const LOG_HABITS: readonly Habit[] = [
  { command: 'chainwright-cli logging', output: '{\n  "blockstorage": false,<lines>  "zmq": false\n}' },
  {
    command: `chainwright-cli logging '["net","rpc"]' '["mempool"]'`,
    output: '{<lines>\n  "mempool": false,<lines>\n  "net": true,<lines>\n  "rpc": true,<lines>\n}',
  },
  { command: 'grep categories debug.log', output: '<time> INFO  [rpc] log categories changed include=net,rpc <text>' },
  { command: 'grep getblockcount debug.log', code: 1 },
  { command: 'chainwright-cli getblockcount', output: '3' },
  { command: 'grep getblockcount debug.log', output: '<time> DEBUG [rpc] call method=getblockcount from=http' },
  { command: `chainwright-cli logging '[]' '["all"]'`, output: '{<lines>\n  "rpc": false,<lines>\n}' },
  {
    command: `chainwright-cli logging '["nett"]'`,
    error: 'error code: -8\nerror message:\nunknown logging category nett',
    code: 8,
  },
  {
    command: 'grep height=3 debug.log',
    output:
      '<time> INFO  [chain] new tip height=3 hash=<hash> blocks=1 transactions=1 cache=<number> peersheight=<number>',
  },
  // Manual acts.
  { command: 'chainwright-cli invalidateblock $(chainwright-cli getblockhash 3)' },
  { command: 'grep invalidated debug.log', output: '<time> INFO  [rpc] block invalidated hash=<hash>' },
  { command: 'chainwright-cli getblockcount', output: '2' },
  { command: 'chainwright-cli setban 192.0.2.1 add 60' },
  { command: 'grep banned debug.log', output: '<time> INFO  [rpc] subnet banned subnet=192.0.2.1 bantime=60' },
]

const DAEMON_HABITS: readonly Habit[] = [
  {
    command: 'chainwrightd -prune=550',
    error: 'Error: -prune: this program keeps every block, because contracts validate against old transactions. <text>',
    code: 1,
  },
  {
    command: 'chainwrightd -rpcport=many',
    error: 'Error: -rpcport=many: expected a whole number from 0 to 65535',
    code: 1,
  },
]

/** Habits by the program or the part that they try, in the order of running. */
export const HABITS: Readonly<Record<string, readonly Habit[]>> = {
  'chainwright-cli': CLIENT_HABITS,
  'the server': SERVER_HABITS,
  'the log': LOG_HABITS,
  chainwrightd: DAEMON_HABITS,
}
