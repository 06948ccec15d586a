//! Whether the database is the one that is meant: its certificate, by what the address of the store says about it.

use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// Takes out of the address what only this module understands: the file with the authority that signs the certificate, if one
/// is named, and the words for "checked", which is all that there is here.
pub fn split(url: &str) -> (String, Option<&str>) {
    let Some((place, options)) = url.split_once('?') else { return (url.into(), None) };
    let roots = options.split('&').find_map(|option| option.strip_prefix("sslrootcert="));
    let kept = options.split('&').filter(|option| !option.starts_with("sslrootcert="));
    let kept = kept.map(|option| match option {
        "sslmode=verify-full" | "sslmode=verify-ca" => "sslmode=require",
        other => other,
    });
    (format!("{place}?{}", kept.collect::<Vec<_>>().join("&")), roots)
}

/// Checks certificates by those in the file, or by those that this machine trusts; `SSL_CERT_FILE` names others.
pub fn connector(roots: Option<&str>) -> Result<MakeRustlsConnect, StoreError> {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(match roots {
        Some(file) => read(file)?,
        None => rustls_native_certs::load_native_certs().certs,
    });
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(|why| StoreError(why.to_string()))?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(trusted).with_no_client_auth()))
}

fn read(file: &str) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    let certificates: Vec<_> = read.map_err(|why| StoreError(format!("sslrootcert={file}: {why}")))?;
    if certificates.is_empty() {
        return Err(StoreError(format!("sslrootcert={file}: there is no certificate in it")));
    }
    Ok(certificates)
}

/// Why the certificate of the database was refused, in words, if that was it.
pub fn refusal(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    let inner = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    let error = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>())?;
    let rustls::Error::InvalidCertificate(why) = error else { return None };
    let why = match why {
        CertificateError::UnknownIssuer => {
            "nobody whom this machine trusts has signed it; name the file of its authority with sslrootcert=FILE, or write \
             sslmode=disable in a network of your own"
                .into()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another name than the one in the address".into()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "its time is over".into(),
        other => other.to_string(),
    };
    Some(format!("the certificate of the database is refused: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_about_certificates_is_taken_out_of_the_address() {
        let split = |options: &str| {
            let url = format!("postgres://a@b/c{options}");
            let (url, roots) = super::split(&url);
            (url.replace("postgres://a@b/c", ""), roots.map(String::from))
        };
        assert_eq!(split(""), (String::new(), None));
        assert_eq!(split("?sslmode=disable"), ("?sslmode=disable".into(), None));
        assert_eq!(split("?sslmode=verify-full"), ("?sslmode=require".into(), None));
        let named = split("?sslrootcert=/etc/ca.pem&sslmode=verify-ca&connect_timeout=3");
        assert_eq!(named, ("?sslmode=require&connect_timeout=3".into(), Some("/etc/ca.pem".into())));
    }

    #[test]
    fn a_file_without_a_certificate_is_refused() {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(connector(Some(here)).err().unwrap().0.contains("no certificate"));
        assert!(connector(Some("/nowhere/ca.pem")).err().unwrap().0.contains("/nowhere/ca.pem"));
    }
}
