import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Flame, Send } from 'lucide-react'
import { isMovableData } from '../../components/movableData.ts'
import { t } from '../../i18n/texts.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Menu } from '../../ui/Menu.tsx'

export interface TokenActsProps {
  readonly tokenid: string
  readonly data: string | undefined
  readonly units: bigint | undefined
  /** reason why units cannot be transferred now */
  readonly blocked: string | undefined
}

/** Buttons in the header of a token's page: send, buy and sell, and burn in a menu. */
export function TokenActs({ tokenid, data, units, blocked }: TokenActsProps) {
  const navigate = useNavigate({ from: '/tokens/$tokenid' })
  const open = (act: 'transfer' | 'burn') => void navigate({ search: { act } })
  const off = blocked !== undefined
  return (
    <>
      <Button
        variant={off ? 'secondary' : 'primary'}
        disabled={off}
        icon={<Send aria-hidden className="size-4" />}
        onClick={() => open('transfer')}
      >
        {t('tokens:move.send')}
      </Button>
      {isMovableData(data) ? (
        <>
          <Button asChild variant={off ? 'primary' : 'secondary'}>
            <Link to="/market/$tokenid" params={{ tokenid }} search={{ side: 'bid' }}>
              {t('tokens:move.buy')}
            </Link>
          </Button>
          {units ? (
            <Button asChild>
              <Link to="/market/$tokenid" params={{ tokenid }} search={{ side: 'ask' }}>
                {t('tokens:move.sell')}
              </Link>
            </Button>
          ) : (
            <Button disabled>{t('tokens:move.sell')}</Button>
          )}
        </>
      ) : null}
      <Menu
        items={[
          {
            id: 'burn',
            label: t('tokens:move.burn'),
            icon: <Flame aria-hidden className="size-4" />,
            danger: true,
            disabled: off,
            onSelect: () => open('burn'),
          },
        ]}
      >
        <IconButton label={t('tokens:move.more')} icon={<Ellipsis aria-hidden className="size-4" />} />
      </Menu>
    </>
  )
}
