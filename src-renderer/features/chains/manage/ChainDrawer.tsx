import { FolderOpen, Play, Share2, Square, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { ChainMark, ChainTile, chainKindLabel } from '../../../components/ChainMark.tsx'
import { describeError } from '../../../components/describeError.ts'
import { useRpcSwitch } from '../../../components/useRpcSwitch.ts'
import { useShowChain } from '../../../components/useShowChain.ts'
import { startText } from '../../../i18n/nodeText.ts'
import { t } from '../../../i18n/texts.ts'
import { formatHeight } from '../../../node/chainState.ts'
import { useRpc, useRpcMutation } from '../../../node/queries.ts'
import { Age } from '../../../ui/Age.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { type Fact, FactList } from '../../../ui/FactList.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { Note } from '../../../ui/Note.tsx'
import { optionNames } from '../../../ui/optionNames.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { emissionFacts } from '../emission.tsx'
import { Magic } from '../Identity.tsx'
import { StartFailure } from '../StartFailure.tsx'
import type { ChainsSearch } from '../search.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { ForgetDialog } from './ForgetDialog.tsx'
import { KeptBlocks } from './KeptBlocks.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { ShareDialog } from './ShareDialog.tsx'

type Act = ChainsSearch['act']

const PEERS_SHOWN = 5

export interface ChainDrawerProps {
  readonly chain: ListedChain
  readonly current: boolean
  readonly act: Act
  onAct(act: Act | undefined): void
  onClose(): void
}

export function ChainDrawer({ chain, current, act, onAct, onClose }: ChainDrawerProps) {
  const { developer } = useDisplayStyle()
  const { options } = chain
  const { data: described } = useRpc('describechain', { chain: { options } })
  const done = () => onAct(undefined)
  const gone = () => onClose()
  return (
    <Drawer
      open
      onClose={onClose}
      title={
        <span className="inline-flex max-w-full items-center gap-2">
          <ChainTile chain={chain} small />
          <span className="min-w-0 truncate">
            <SafeText text={chain.label} max={60} />
          </span>
        </span>
      }
      subtitle={
        <span className="flex items-center gap-2">
          <ChainMark state={chain.state} /> {chainKindLabel(chain)}
        </span>
      }
    >
      <div className="flex flex-col gap-5">
        <Actions chain={chain} current={current} onAct={onAct} />
        <Failure chain={chain} />
        {chain.kept ? <KeptBlocks chain={chain} kept={chain.kept} /> : null}
        <FactList facts={[...buildFacts(chain, developer), ...(described?.ok ? emissionFacts(described) : [])]} />
        {chain.publiconly || chain.kind === 'sandbox' ? null : <Note>{t('chains:drawer.shielded')}</Note>}
        <TestNode chain={chain} />
        {developer ? (
          <section className="flex flex-col gap-1.5">
            <h3 className="font-medium">{t('chains:drawer.defines')}</h3>
            <CodeBlock
              text={chain.options.join(' ') || t('chains:drawer.noOptions')}
              label={t('chains:drawer.options')}
              wrap
            />
          </section>
        ) : null}
        <Leave chain={chain} onAct={onAct} />
      </div>
      {act === 'rename' ? <RenameDialog chain={chain} onClose={done} /> : null}
      {act === 'share' ? <ShareDialog chain={chain} onClose={done} /> : null}
      {act === 'forget' ? <ForgetDialog chain={chain} onClose={done} onDone={gone} /> : null}
      {act === 'delete' ? <DeleteDialog chain={chain} onClose={done} onDone={gone} /> : null}
    </Drawer>
  )
}

const failed = (error: unknown) => toast({ tone: 'bad', title: describeError(error).title })

interface ActionsProps {
  readonly chain: ListedChain
  readonly current: boolean
  onAct(act: Act): void
}

function Actions({ chain, current, onAct }: ActionsProps) {
  const { show, busy } = useShowChain()
  const start = useRpcMutation('startchain')
  const stop = useRpcMutation('stopchain')
  const { id, state } = chain
  const alive = state === 'running' || state === 'starting'
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'failed' ? null : (
        <Button
          variant="primary"
          busy={busy}
          icon={<FolderOpen aria-hidden className="size-4" />}
          onClick={() => show(chain)}
        >
          {current && alive ? t('chains:drawer.goTo') : alive ? t('chains:showIt') : t('chains:drawer.startAndShow')}
        </Button>
      )}
      {alive ? (
        <Button
          once
          busy={stop.isPending}
          icon={<Square aria-hidden className="size-3.5" />}
          onClick={() => stop.mutate({ id }, { onError: failed })}
        >
          {t('chains:drawer.stop')}
        </Button>
      ) : state === 'failed' ? null : (
        <Button
          once
          busy={start.isPending || state === 'stopping'}
          icon={<Play aria-hidden className="size-3.5" />}
          onClick={() => start.mutate({ id }, { onError: failed })}
        >
          {t('chains:drawer.start')}
        </Button>
      )}
      <Button icon={<Share2 aria-hidden className="size-3.5" />} onClick={() => onAct('share')}>
        {t('chains:drawer.share')}
      </Button>
      <Button onClick={() => onAct('rename')}>{t('chains:drawer.rename')}</Button>
    </div>
  )
}

/** Shows why the chain does not run, and the remedy. */
function Failure({ chain }: { readonly chain: ListedChain }) {
  const start = useRpcMutation('startchain')
  if (chain.state !== 'failed') {
    return chain.detail && chain.state !== 'stopped' ? (
      <p className="text-muted">{optionNames(startText(chain.detail))}</p>
    ) : null
  }
  return (
    <StartFailure
      id={chain.id}
      reason={chain.detail}
      busy={start.isPending}
      onStart={(ports) => start.mutate({ id: chain.id, ports }, { onError: failed })}
    />
  )
}

function buildFacts(chain: ListedChain, developer: boolean): readonly Fact[] {
  const unknown: ReactNode = <span className="text-faint">{t('chains:drawer.unknown')}</span>
  return [
    { label: t('chains:drawer.coin'), value: <SafeText text={chain.name} max={64} className="break-all" /> },
    { label: t('chains:drawer.height'), value: chain.height === null ? unknown : formatHeight(chain.height) },
    { label: t('chains:drawer.onDisk'), value: chain.size === null ? unknown : formatBytes(chain.size) },
    {
      label: t('chains:drawer.lastStarted'),
      value: chain.lastused === null ? t('chains:column.never') : <Age time={chain.lastused} />,
    },
    ...(developer
      ? [
          { label: t('chains:magic'), value: chain.magic ? <Magic value={chain.magic} /> : unknown },
          ...(chain.kind === 'sandbox' ? [] : [{ label: t('chains:p2pPort'), value: chain.p2pport }]),
          { label: t('chains:rpcPort'), value: chain.rpcport },
        ]
      : []),
    {
      label: t('chains:understood.peers'),
      value:
        chain.peers.length === 0 ? (
          t('chains:drawer.none')
        ) : (
          <ul className="font-mono text-12">
            {chain.peers.slice(0, PEERS_SHOWN).map((peer) => (
              <li key={peer} className="break-all">
                {peer}
              </li>
            ))}
            {chain.peers.length > PEERS_SHOWN ? (
              <li>{t('chains:drawer.morePeers', { count: chain.peers.length - PEERS_SHOWN })}</li>
            ) : null}
          </ul>
        ),
    },
    {
      label: t('chains:drawer.folder'),
      value: (
        <span className="flex items-center justify-end gap-1">
          <span className="break-all text-left font-mono text-12">{visibleString(chain.directory, 400)}</span>
          <CopyButton text={chain.directory} label={t('chains:drawer.copyFolder')} />
        </span>
      ),
    },
  ]
}

function TestNode({ chain }: { readonly chain: ListedChain }) {
  const position = useRpcSwitch('settestnode', chain.testnode, (testnode) => ({ id: chain.id, testnode }))
  if (chain.network === 'regtest' || chain.kind === 'commandline') return null
  return <Switch label={t('chains:drawer.alone')} hint={t('chains:drawer.aloneHint')} {...position} />
}

/** The actions to forget and delete the chain. */
function Leave({ chain, onAct }: { readonly chain: ListedChain; onAct(act: Act): void }) {
  if (chain.kind === 'commandline') {
    return <p className="border-t pt-4 text-12 text-muted">{t('chains:drawer.fromCommandLine')}</p>
  }
  return (
    <div className="flex gap-2 border-t pt-4">
      <Button onClick={() => onAct('forget')}>{t('chains:drawer.forget')}</Button>
      <Button
        variant="ghost"
        className="text-bad hover:text-bad"
        icon={<Trash2 aria-hidden className="size-3.5" />}
        onClick={() => onAct('delete')}
      >
        {t('chains:drawer.delete')}
      </Button>
    </div>
  )
}
