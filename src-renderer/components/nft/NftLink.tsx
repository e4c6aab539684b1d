import { ExternalLink, Image, ImageOff } from 'lucide-react'
import { useRef, useState } from 'react'
import type { WindowResult } from '#shared/chains/index.ts'
import { linkTarget } from '#shared/protocol/nftData.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { useRpcMutation } from '../../node/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format.ts'
import { SafeText } from '../../ui/SafeText.tsx'
import { toast } from '../../ui/toasts.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { describeError, isDeclined } from '../describeError.ts'
import { LinkQuestion } from './LinkQuestion.tsx'
import { usePictureHosts, useTokenPicture } from './useTokenPicture.ts'

export interface NftLinkProps {
  readonly tokenid: string
  /** Untrusted text. */
  readonly name: string
  /** Untrusted text, as written by the token's creator. */
  readonly link: string
  /** Set if the surrounding element has the title. */
  readonly untitled?: boolean
}

/** Maximum number of characters of a link that are shown. A longer link is truncated, with a notice. */
const MAX_SHOWN_LENGTH = 600

/** Shows the link of an NFT as text, and the actions for it. No link is followed without a click. */
export function NftLink({ tokenid, name, link, untitled }: NftLinkProps) {
  const target = linkTarget(link)
  return (
    <section aria-label={t('nft:title')} className="flex flex-col gap-2">
      {untitled ? null : <h3 className="font-semibold">{t('nft:title')}</h3>}
      <p className="wrap-anywhere rounded-md border bg-sunken p-2.5 font-mono text-12">
        <SafeText text={link} max={MAX_SHOWN_LENGTH} />
      </p>
      {link.length > MAX_SHOWN_LENGTH ? <p className="text-12 text-warn">{t('nft:cut')}</p> : null}
      {target.kind === 'web' ? (
        <WebLink tokenid={tokenid} name={name} address={target.address} host={target.host} />
      ) : (
        <p className="text-12 text-muted">{t(target.kind === 'ipfs' ? 'nft:why.ipfs' : 'nft:why.not-https')}</p>
      )}
    </section>
  )
}

type LinkAction = 'picture' | 'page'

interface WebLinkProps extends Pick<NftLinkProps, 'tokenid' | 'name'> {
  readonly address: string
  readonly host: string
}

/** Actions for a web link. The desktop app asks in its own window; in a browser this page asks in place. */
function WebLink({ tokenid, name, address, host }: WebLinkProps) {
  const { desktop } = useNode()
  const picture = useTokenPicture(tokenid)
  const hosts = usePictureHosts()
  const [asking, setAsking] = useState<LinkAction>()
  const asked = useRef<LinkAction>(undefined)
  const ask = (about: LinkAction) => {
    asked.current = about
    setAsking(about)
  }
  // After an answer, return the focus to the pressed button, which is rendered again.
  const restoreFocus = (about: LinkAction) => (button: HTMLButtonElement | null) => {
    if (!button || asked.current !== about) return
    asked.current = undefined
    button.focus()
  }
  const open = useRpcMutation('opentokenlink', {
    onError: (error) => isDeclined(error) || toast({ tone: 'bad', title: describeError(error).title }),
  })
  const { chain } = picture
  const fetch = () => {
    setAsking(undefined)
    picture.fetch()
  }
  if (asking) {
    return (
      <LinkQuestion
        about={asking}
        host={host}
        address={address}
        onFetch={(always) => {
          if (always) hosts.allow(host)
          fetch()
        }}
        onClose={() => setAsking(undefined)}
      />
    )
  }
  const shown = picture.data?.result === 'success' ? picture.data : undefined
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {shown ? (
          <Button size="sm" icon={<ImageOff aria-hidden className="size-3.5" />} onClick={picture.forget}>
            {t('nft:hide')}
          </Button>
        ) : (
          <Button
            ref={restoreFocus('picture')}
            size="sm"
            busy={picture.isFetching}
            disabled={chain === undefined}
            icon={<Image aria-hidden className="size-3.5" />}
            onClick={() => (desktop || hosts.allows(host) ? fetch() : ask('picture'))}
          >
            {t('nft:show')}
          </Button>
        )}
        <Button
          ref={restoreFocus('page')}
          size="sm"
          disabled={chain === undefined}
          icon={<ExternalLink aria-hidden className="size-3.5" />}
          onClick={() => (desktop ? open.mutate({ chain: chain ?? '', tokenid }) : ask('page'))}
        >
          {t('nft:open')}
        </Button>
        {picture.isFetching ? (
          <Button size="sm" variant="ghost" onClick={picture.cancel}>
            {t('nft:cancel')}
          </Button>
        ) : null}
      </div>
      <div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {picture.isFetching ? (
          <p className="text-12 text-muted">{t('nft:fetching', { host })}</p>
        ) : shown ? (
          <Picture picture={shown} name={name} />
        ) : (
          <NoPicture answer={picture.data} error={picture.error} />
        )}
      </div>
      {shown || picture.isFetching ? null : (
        <p className="text-12 text-muted">
          {t('nft:stranger')} {desktop ? t('nft:outside') : null}
        </p>
      )}
    </>
  )
}

type Answer = WindowResult<'gettokenpicture'>

function Picture({
  picture,
  name,
}: {
  readonly picture: Extract<Answer, { result: 'success' }>
  readonly name: string
}) {
  const [broken, setBroken] = useState(false)
  const { type, width, height, bytes, host } = picture
  if (broken) return <p className="text-12 text-bad">{t('nft:broken')}</p>
  return (
    <figure className="flex flex-col gap-1">
      <img
        src={`data:${type};base64,${picture.picture}`}
        alt={t('nft:alt', { name: visibleString(name, 40) })}
        width={width}
        height={height}
        className="max-h-80 w-auto max-w-full self-start rounded-md border bg-sunken object-contain"
        onError={() => setBroken(true)}
      />
      <figcaption className="wrap-anywhere text-12 text-muted">
        {t('nft:caption', { width, height, size: formatBytes(bytes), host })}
      </figcaption>
    </figure>
  )
}

function NoPicture({ answer, error }: { readonly answer: Answer | undefined; readonly error: Error | null }) {
  const why =
    answer?.result === 'error'
      ? t(`nft:why.${answer.reason}`)
      : error && !isDeclined(error)
        ? describeError(error).title
        : undefined
  if (why === undefined) return null
  return (
    <p className="text-12 text-warn">
      <span className="font-medium">{t('nft:none')}.</span> {why}
    </p>
  )
}
