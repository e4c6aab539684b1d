export const USAGE = `Usage: chainwright-cli [options] <method> [parameters]
       chainwright-cli [options] help [method]

Without -ac_name and -regtest it talks to the sandbox chain.

  -ac_name=<name>          the chain; its conf file says where the node is and what the password is
  -regtest                 the chain in regression test mode
  -datadir=<dir>           directory of the chain (default: ~/.chainwright/<name>)
  -conf=<file>             conf file, relative to the data directory (default: <name>.conf)
  -rpcconnect=<host>       where the node is (default: 127.0.0.1)
  -rpcport=<port>          its RPC port
  -rpcuser=<user>          user name
  -rpcpassword=<password>  password; without one the node's cookie file is read
  -rpccookiefile=<file>    cookie file, relative to the node's data
  -rpcclienttimeout=<n>    seconds to wait for an answer (default: 900, 0: for ever)
  -rpcwait                 wait for the node to start
  -stdin                   read further parameters from standard input, one a line: best for passphrases, phrases and
                           keys, which others may see in the list of processes and in the shell's history
  -version                 print the version
  -help                    this text`
