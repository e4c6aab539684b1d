import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { withServer } from '../publish/tables.ts'
import { type Daemon, projectRoot, startDaemon } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { type Program, startProgram } from '../support/programs.ts'
import { type QueryProcess, startQuery } from '../support/query.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { listChildren } from './processorTime.ts'

const DATABASE = 'chain'
const READER = 'reader'
export const CREDENTIALS = { user: 'scale', password: 'scale' }
/** Settings of both servers, besides those of the tests. */
const SETTINGS = ['shared_buffers=512MB', 'max_wal_size=4GB']
export const NGINX = '/usr/sbin/nginx'
const MAX_START_MS = 600_000

interface NodeStart {
  /** options of the chain */
  readonly args: readonly string[]
  /** default: true */
  readonly publishes?: boolean
  /** returns before RPC answers */
  readonly early?: boolean
}

/** Published height of a database, or -1 if nothing is published or the database does not answer. */
export const publishedHeight = (url: string): Promise<number> =>
  withServer(url, async (client) => {
    const { rows } = await client.query<{ height: number }>('SELECT height::int FROM chainwright.published')
    return rows[0]?.height ?? -1
  }).catch(() => -1)

/** Primary, streaming replica, publishing node, a query process on each server, and nginx in front of the two. */
export class Installation {
  readonly #folder: string
  readonly primary: Postgres
  readonly replica: Postgres
  #node: Daemon | undefined
  readonly #queries: QueryProcess[] = []
  #proxy: Program | undefined
  #proxyPort = 0

  private constructor(folder: string, primary: Postgres, replica: Postgres) {
    this.#folder = folder
    this.primary = primary
    this.replica = replica
  }

  /** Starts the two servers, and creates them if the folder is new. */
  static async open(folder: string): Promise<Installation> {
    const first = join(folder, 'primary')
    const isNew = !existsSync(first)
    const primary = startPostgres(first, { settings: SETTINGS })
    const replica = startPostgres(join(folder, 'replica'), { settings: SETTINGS, primary: first })
    if (isNew) await primary.createDatabase(DATABASE)
    return new Installation(folder, primary, replica)
  }

  get primaryUrl(): string {
    return this.primary.url(DATABASE)
  }

  get replicaUrl(): string {
    return this.replica.url(DATABASE)
  }

  get node(): Daemon {
    return this.#node!
  }

  get dataDir(): string {
    return join(this.#folder, 'node')
  }

  get nginxPid(): number {
    return this.#proxy?.process.pid ?? 0
  }

  /** The query process on the primary is number 0, the one on the replica number 1. */
  query(index: number): QueryProcess {
    return this.#queries[index]!
  }

  /** Starts the node. */
  async startNode({ args, publishes = true, early = false }: NodeStart): Promise<Daemon> {
    const publish = publishes ? [`-publish=${this.primaryUrl}`] : []
    const all = [...args, '-disablewallet', ...publish]
    this.#node = await startDaemon({ args: all, dataDir: this.dataDir, early, patience: MAX_START_MS })
    return this.#node
  }

  /** Starts the query processes with a user that has the printed grants, and nginx with the example configuration. */
  async startQueries(): Promise<void> {
    const program = join(projectRoot, 'out/main/query.js')
    const grants = execFileSync(process.execPath, [program, `-printgrants=${READER}`], { encoding: 'utf8' })
    await withServer(this.primaryUrl, (client) => client.query(grants))
    await this.waitForReplica()
    for (const index of [0, 1]) await this.startQuery(index)
    await this.#startProxy()
  }

  async startQuery(index: number): Promise<void> {
    const server = index === 0 ? this.primary : this.replica
    const port = this.#queries[index]?.port ?? (await freePort())
    this.#queries[index] = await startQuery(server.url(DATABASE, READER), CREDENTIALS, { port })
  }

  async #startProxy(): Promise<void> {
    const folder = join(this.#folder, 'nginx')
    mkdirSync(join(folder, 'temp'), { recursive: true })
    this.#proxyPort = await freePort()
    const example = readFileSync(join(projectRoot, 'resources/service/nginx-query.conf'), 'utf8')
    const ports = { 8331: this.#proxyPort, 8332: this.query(0).port, 8333: this.query(1).port }
    writeFileSync(
      join(folder, 'query.conf'),
      example.replace(/127\.0\.0\.1:(833[123])/g, (_text, port) => `127.0.0.1:${ports[port as unknown as 8331]}`),
    )
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path temp/${kind};`,
    )
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid nginx.pid; error_log error.log; worker_processes 1; events {}
       http { access_log off; ${temporary.join(' ')} include query.conf; }`,
    )
    this.#proxy = startProgram(NGINX, ['-p', folder, '-e', 'error.log', '-c', 'nginx.conf'])
    const rpc = this.connectProxy()
    await waitFor(() => rpc.call('getblockcount'))
    rpc.close()
  }

  /** Address and credentials of nginx. */
  get proxyTarget() {
    return { port: this.#proxyPort, ...CREDENTIALS }
  }

  connectProxy(): RpcClient {
    return connectRpc(this.proxyTarget)
  }

  connectQuery(index: number): RpcClient {
    return connectRpc({ port: this.query(index).port, ...CREDENTIALS })
  }

  /** Kills the process of nginx that serves requests. */
  killProxyWorker(): void {
    process.kill(listChildren(this.nginxPid)[0]!, 'SIGKILL')
  }

  /** Waits until the replica has everything that the primary has published. */
  async waitForReplica(): Promise<void> {
    await waitFor(async () => {
      const [first, second] = [await publishedHeight(this.primaryUrl), await publishedHeight(this.replicaUrl)]
      if (first < 0 || first !== second) throw new Error(`primary at ${first}, replica at ${second}`)
    })
  }

  /** Waits until both servers have the node's tip. */
  async waitUntilLevel(): Promise<void> {
    await waitFor(async () => {
      const height = await this.node.rpc.call<number>('getblockcount')
      const published = [await publishedHeight(this.primaryUrl), await publishedHeight(this.replicaUrl)]
      if (published.some((one) => one !== height)) throw new Error(`node at ${height}, servers at ${published}`)
    })
  }

  /** Stops everything. The folder can be opened again. */
  async close(): Promise<void> {
    for (const query of this.#queries) {
      query.kill()
      await query.ended
    }
    await this.#proxy?.stop()
    if (this.#node?.process.exitCode === null && this.#node.process.signalCode === null) await this.#node.stop()
    this.replica.stop('fast')
    this.primary.stop('fast')
  }
}
