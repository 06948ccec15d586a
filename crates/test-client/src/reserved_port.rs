//! A port for a program that is started later.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

use crate::Client;

/// A port of this machine that the system gives to nobody else while this value lives, and on which a program that is
/// told its number can listen. A port that was only free a moment ago may belong to another test by the time it is used.
#[derive(Debug)]
pub struct ReservedPort {
    /// Bound, but not listening: that keeps the port, and leaves it to whoever names it.
    _socket: TcpSocket,
    address: SocketAddr,
}

impl ReservedPort {
    /// A port that is free now.
    pub fn new() -> std::io::Result<ReservedPort> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
        Ok(ReservedPort { address: socket.local_addr()?, _socket: socket })
    }

    /// A client of the program at this port.
    pub fn client(&self) -> Client {
        Client(self.address)
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn only_who_names_a_reserved_port_gets_it() {
        let port = ReservedPort::new().unwrap();
        let address = port.client().0;
        for _ in 0..2 {
            drop(TcpListener::bind(address).unwrap());
        }
        let others: Vec<TcpListener> = (0..200).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        assert!(others.iter().all(|other| other.local_addr().unwrap() != address));
    }
}
