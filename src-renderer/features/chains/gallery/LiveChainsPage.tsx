import { Link } from '@tanstack/react-router'
import { ArrowLeft, FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type LiveChain, TEST_CHAINS } from '#shared/chains/liveChains.ts'
import { MAX_LIST_TEXT, readLiveChains } from '#shared/chains/liveChainsFile.ts'
import { describeError } from '../../../components/describeError.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { t } from '../../../i18n/texts.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { isJoined, JoinStages } from '../join/JoinStages.tsx'
import { withPort } from '../peers.ts'
import { useOpening } from '../useOpening.ts'
import { type JoinableChain, LiveChainCard } from './LiveChainCard.tsx'
import { useLiveList } from './listStore.ts'

/** Lists public chains that are in use, with a button to join each. */
export function LiveChainsPage() {
  const { client } = useNode()
  const { opening, open, start } = useOpening()
  const [name, setName] = useState('')
  const joined = isJoined(opening) ? opening : undefined
  const join = ({ chain, options, p2pport }: JoinableChain) => {
    setName(chain.name)
    const peers = chain.peers.map((peer) => withPort(peer, p2pport))
    void open(() => client.call('joinchain', { chain: { label: '', options, peers } }))
  }
  return (
    <PageLayout
      narrow={joined !== undefined}
      title={joined ? t('chains:join.named', { name }) : t('chains:gallery.title')}
      actions={
        <>
          {joined ? null : (
            <Button asChild>
              <Link to="/chains/join">
                <UserPlus aria-hidden className="size-4" /> {t('chains:gallery.back')}
              </Link>
            </Button>
          )}
          <Button asChild variant="ghost">
            <Link to="/chains">
              <ArrowLeft aria-hidden className="size-4" /> {t('chains:back')}
            </Link>
          </Button>
        </>
      }
    >
      {joined ? (
        <JoinStages opening={joined} name={name} onStart={(ports) => void start(joined.id, ports)} />
      ) : (
        <Gallery
          busy={opening.stage === 'adding' ? name : undefined}
          refusal={opening.stage === 'refused' ? opening.error : undefined}
          onJoin={join}
        />
      )}
    </PageLayout>
  )
}

interface GalleryProps {
  /** name of the chain that is being joined */
  readonly busy: string | undefined
  readonly refusal: unknown
  onJoin(chain: JoinableChain): void
}

function Gallery({ busy, refusal, onJoin }: GalleryProps) {
  const { chains } = useLiveList()
  const story = refusal ? describeError(refusal) : undefined
  const free = chains.filter(({ name }) => TEST_CHAINS.has(name))
  const others = chains.filter(({ name }) => !TEST_CHAINS.has(name))
  return (
    <>
      <p className="max-w-176 text-muted">{t('chains:gallery.explanation')}</p>
      {story ? (
        <ErrorState compact title={story.title} safe={t('chains:nothingStarted')} details={story.details} />
      ) : null}
      {free.length > 0 ? (
        <Group
          title={t('chains:gallery.tests')}
          hint={t('chains:gallery.testsHint')}
          chains={free}
          {...{ busy, onJoin }}
        />
      ) : null}
      {others.length > 0 ? (
        <Group
          title={t('chains:gallery.others')}
          hint={t('chains:gallery.othersHint')}
          chains={others}
          {...{ busy, onJoin }}
        />
      ) : null}
      <NewerList />
    </>
  )
}

interface GroupProps extends Pick<GalleryProps, 'busy' | 'onJoin'> {
  readonly title: string
  readonly hint: string
  readonly chains: readonly LiveChain[]
}

function Group({ title, hint, chains, busy, onJoin }: GroupProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div>
        <h2 className="font-semibold text-14">{title}</h2>
        <p className="text-12 text-muted">{hint}</p>
      </div>
      <ul className="grid grid-cols-2 gap-4 min-[1240px]:grid-cols-3 max-[719px]:grid-cols-1">
        {chains.map((chain) => (
          <li key={chain.name} className="min-w-0">
            <LiveChainCard chain={chain} busy={busy === chain.name} onJoin={onJoin} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the source of the list, and loads another list from a file. */
function NewerList() {
  const { file, show, reset } = useLiveList()
  const [said, setSaid] = useState<string>()
  const read = async (given: File) => {
    // Compares bytes with a limit in characters: a character has at least one byte. The text itself is checked after
    // reading.
    const found =
      given.size > MAX_LIST_TEXT ? ({ ok: false, fault: 'tooLong' } as const) : readLiveChains(await given.text())
    if (!found.ok) return setSaid(t(`chains:gallery.${found.fault}`))
    show(found.chains, given.name)
    setSaid(found.left > 0 ? t('chains:gallery.left', { count: found.left }) : undefined)
  }
  return (
    <footer className="flex items-center gap-3 border-t pt-4">
      <p className="min-w-0 flex-1 text-12 text-muted">
        {file === undefined ? t('chains:gallery.shipped') : t('chains:gallery.from', { file: visibleString(file, 60) })}
      </p>
      {said ? <Note>{said}</Note> : null}
      {file === undefined ? null : (
        <Button
          variant="ghost"
          onClick={() => {
            reset()
            setSaid(undefined)
          }}
        >
          {t('chains:gallery.reset')}
        </Button>
      )}
      <FileButton
        field={t('chains:gallery.file')}
        accept=".json,application/json"
        icon={<FileUp aria-hidden className="size-4" />}
        onFile={read}
      >
        {t('chains:gallery.pick')}
      </FileButton>
    </footer>
  )
}
